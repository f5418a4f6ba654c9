/** A performance goal with its measured figure. */
export interface Goal {
  goal: string
  figure: string
  met: boolean
}

export function atMost(goal: string, figure: number, limit: number, unit: string): Goal {
  return { goal: `${goal} ≤ ${limit} ${unit}`, figure: `${round(figure)} ${unit}`, met: figure <= limit }
}

export function atLeast(goal: string, figure: number, limit: number): Goal {
  return { goal: `${goal} ≥ ${limit}`, figure: figure.toFixed(2), met: figure >= limit }
}

export function median(figures: number[]): number {
  return percentile(figures, 0.5)
}

export function percentile(figures: number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

export function round(figure: number): number {
  return Number(figure.toPrecision(3))
}

export function printTable(title: string, rows: Record<string, string | number>[]): void {
  console.log(`\n${title}`)
  const columns = Object.keys(rows[0] ?? {})
  const width = (column: string) => Math.max(column.length, ...rows.map((row) => String(row[column]).length))
  const line = (cell: (column: string) => string) =>
    columns
      .map((column, index) => cell(column)[index === 0 ? 'padEnd' : 'padStart'](width(column)))
      .join('  ')
  console.log(line((column) => column))
  for (const row of rows) console.log(line((column) => String(row[column])))
}

export function printGoals(goals: Goal[]): void {
  printTable(
    'Goals',
    goals.map(({ goal, figure, met }) => ({ goal, figure, met: met ? 'met' : 'NOT MET' })),
  )
}
