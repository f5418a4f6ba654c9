import { MAX_ROWS } from '../../domain/rest/request.ts'

/** The rows of a block: as many as a response can have. */
export const BLOCK_SIZE = MAX_ROWS

type Block<Row> = PromiseLike<{ data: Row[] }>

/**
 * Reads all rows in blocks, each of which starts after the last row of the one before, so that a row that is added or
 * deleted in between shifts no other row.
 * @param readAfter the first `BLOCK_SIZE` rows after an id, in the order of the ids.
 */
export async function readAllAfter<Row>(
  readAfter: (id: number) => Block<Row>,
  idOf: (row: Row) => number,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const { data } = await readAfter(last === undefined ? 0 : idOf(last))
    rows.push(...data)
    if (data.length < BLOCK_SIZE) return rows
  }
}

/** Reads all rows in blocks by their positions, where no single column orders them. */
export async function readAllByRange<Row>(read: (from: number, to: number) => Block<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data } = await read(rows.length, rows.length + BLOCK_SIZE - 1)
    rows.push(...data)
    if (data.length < BLOCK_SIZE) return rows
  }
}
