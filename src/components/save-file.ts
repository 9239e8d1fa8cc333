/** Saves content as a file by a link of the element's document. Nothing is opened: a page of its own would run what is in it. */
export function saveFile(name: string, content: Blob, { ownerDocument }: Element): void {
  const url = URL.createObjectURL(content)
  const link = ownerDocument.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
