import { FORMAT_NAMES, type Format } from '../film/formats.ts'

/** An entry of the news of the catalogue. */
export interface NewsEntry {
  spine: number
  title: string
  kind: 'format' | 'out_of_print' | 'spine'
  /** Of all kinds but `spine`. */
  format: Format | null
}

/** Says what happened in one sentence. */
export function newsText({ spine, title, kind, format }: NewsEntry): string {
  if (kind === 'spine' || format === null) return `New in the collection: ${title}, spine ${spine}.`
  const name = FORMAT_NAMES[format]
  return kind === 'format' ? `${title} is out on ${name}.` : `${title} has gone out of print on ${name}.`
}
