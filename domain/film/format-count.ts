/** Formats a whole number with separators: "1,299". `toLocaleString` loads tables, which takes long on a slow phone. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A sentence with the number of titles that a list shows, and of how many. */
export function showingTitles(shown: number, total: number): string {
  return `Showing ${formatCount(shown)} of ${formatCount(total)} ${total === 1 ? 'title' : 'titles'}`
}
