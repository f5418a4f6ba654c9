let format: Intl.ListFormat | undefined

/** How a list is written: `Ran, Ikiru and Kagemusha`. Made once, because that takes longer than all its uses. */
export function listFormat(): Intl.ListFormat {
  format ??= new Intl.ListFormat('en-GB')
  return format
}

export function listText(parts: readonly string[]): string {
  return listFormat().format(parts)
}
