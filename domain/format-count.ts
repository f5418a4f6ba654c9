/** A whole number as people read it, such as "1,299". `toLocaleString` first loads tables that a slow phone waits for. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
