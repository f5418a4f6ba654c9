import { FIELD_NAMES, filmFaults } from '../../../../../domain/film/rules.ts'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import type { Faults } from '../../../../ui/form/use-form.ts'
import { type Draft, type Film, TEXT_COLUMNS } from './draft.ts'

export const NO_LONGER_ADMIN = 'Nothing was changed: you are not an admin any more.'

/** What the database refused to write, for a person: beside its field where it concerns one. */
export interface Refusal {
  faults: Faults<Draft>
  sentence: string
}

/** Puts the database's words into sentences; those of a constraint name the column that it is about. */
export async function refusalOf({ code, sentence }: Failure, film: Film): Promise<Refusal> {
  // No answer, or one about who asks: the fields have nothing to do with it.
  if (code === undefined || code.startsWith('PGRST')) return { faults: {}, sentence }
  if (code === '42501') return { faults: {}, sentence: NO_LONGER_ADMIN }
  if (code === '23505') {
    const taken = await spineTaken(film.spine)
    return { faults: { spine: taken }, sentence: taken }
  }
  const column = columnOf(code, sentence, film)
  if (!column) {
    console.warn(code, sentence)
    return { faults: {}, sentence: 'The database did not take it. Please look through the fields.' }
  }
  const fault =
    filmFaults({ [column]: String(film[column] ?? '') })[column] ??
    `${FIELD_NAMES[column]} cannot be stored like this.`
  return { faults: { [column]: fault }, sentence: fault }
}

/** The column of `films_title_check`, of `null value in column "title"`, or of a number that is none. */
function columnOf(code: string, sentence: string, film: Film) {
  const [, named] = /"films_(\w+)_check"|column "(\w+)"/.exec(sentence)?.filter(Boolean) ?? []
  if (code === '22003' || code === '22P02') {
    return sentence.includes(`"${film.year}"`) ? 'year' : 'spine'
  }
  return TEXT_COLUMNS.find((column) => column === named)
}

async function spineTaken(spine: number): Promise<string> {
  const { data: holder } = await runRequest((client) =>
    client.from('films').select('title').eq('spine', spine).maybeSingle(),
  )
  return holder ? `Spine ${spine} belongs to “${holder.title}” already.` : `Spine ${spine} is taken already.`
}
