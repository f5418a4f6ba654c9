/** Downloads content as a file of that name. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Later, because the browser must have begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
