import type { ToolCallStorage } from 'react-tool-calls'

const prefix = 'tool-calls '

/** What is begun here is there again after a reload, in this tab. */
export const tabStorage: ToolCallStorage = {
  async get(key) {
    const text = sessionStorage.getItem(prefix + key)
    return text === null ? undefined : JSON.parse(text)
  },
  async set(key, value) {
    sessionStorage.setItem(prefix + key, JSON.stringify(value))
  },
  async delete(key) {
    sessionStorage.removeItem(prefix + key)
  },
  async keys(start) {
    return Object.keys(sessionStorage).flatMap(name =>
      name.startsWith(prefix + start) ? [name.slice(prefix.length)] : [],
    )
  },
}
