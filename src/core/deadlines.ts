/** Times by key, with one timer for the next of them. */
export interface Deadlines {
  has(key: string): boolean
  /** Undefined takes a time away. */
  set(key: string, time: number | undefined): void
  clear(): void
}

export function createDeadlines(onDue: (key: string) => void): Deadlines {
  const times = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    clearTimeout(timer)
    if (times.size === 0) return
    // a longer delay than the timer can hold would fire at once
    timer = setTimeout(fire, Math.min(Math.max(Math.min(...times.values()) - Date.now(), 0), 2 ** 31 - 1))
  }
  const fire = () => {
    const now = Date.now()
    for (const [key, time] of times) {
      if (time > now) continue
      times.delete(key)
      onDue(key)
    }
    arm()
  }
  return {
    has: key => times.has(key),
    set(key, time) {
      if (times.get(key) === time) return
      if (time === undefined) times.delete(key)
      else times.set(key, time)
      arm()
    },
    clear() {
      times.clear()
      arm()
    },
  }
}
