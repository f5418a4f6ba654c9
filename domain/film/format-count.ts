/** A whole number as people read it, such as "1,299". `toLocaleString` first loads tables that a slow phone waits for. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** How many titles a list shows of those it has. */
export function showingTitles(shown: number, total: number): string {
  return `Showing ${formatCount(shown)} of ${formatCount(total)} ${total === 1 ? 'title' : 'titles'}`
}
