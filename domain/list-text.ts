/** How a list is written: `Ran, Ikiru and Kagemusha`. */
export function listFormat(): Intl.ListFormat {
  return new Intl.ListFormat('en-GB')
}

export function listText(parts: readonly string[]): string {
  return listFormat().format(parts)
}
