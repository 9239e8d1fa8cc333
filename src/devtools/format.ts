/** `at` of an event or a call, as seconds from a start. */
export function formatOffset(milliseconds: number): string {
  const sign = milliseconds < 0 ? '−' : '+'
  return `${sign}${(Math.abs(milliseconds) / 1000).toFixed(2)} s`
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

export function formatSize(characters: number): string {
  if (characters < 1000) return `${characters} B`
  return characters < 1_000_000 ? `${Math.round(characters / 1000)} kB` : `${(characters / 1_000_000).toFixed(1)} MB`
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
