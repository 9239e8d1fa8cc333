interface Picker {
  readonly type: 'date' | 'time' | 'datetime-local'
  /** The value as the picker wants it. */
  readonly show: string
  read(typed: string): string
}

/** The browser's own picker for a date or a time, where it can show the value that is there. */
export function pickerOf(format: string | undefined, text: string): Picker | undefined {
  switch (format) {
    case 'date':
      return /^(\d{4}-\d\d-\d\d)?$/.test(text) ? { type: format, show: text, read: typed => typed } : undefined
    case 'time':
      return /^(\d\d:\d\d(:\d\d)?)?$/.test(text)
        ? { type: format, show: text, read: typed => (typed.length === 5 ? `${typed}:00` : typed) }
        : undefined
    case 'date-time': {
      const time = Date.parse(text)
      if (text !== '' && Number.isNaN(time)) return undefined
      return {
        type: 'datetime-local',
        show: text === '' ? '' : toLocalText(time),
        read(typed) {
          const next = Date.parse(typed)
          return Number.isNaN(next) ? '' : new Date(next).toISOString()
        },
      }
    }
    default:
      return undefined
  }
}

function toLocalText(time: number): string {
  const date = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, date.getUTCSeconds() === 0 ? 16 : 19)
}
