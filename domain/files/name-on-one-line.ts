/** Cuts a file name to a line of text that the database accepts. */
export function nameOnOneLine(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufffd]/gu, '').trim()
  return [...line].slice(0, 200).join('').trim() || 'a file'
}
