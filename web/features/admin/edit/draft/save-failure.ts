import { type Film, TEXT_COLUMNS } from '../../../../../domain/film/columns.ts'
import { filmFaults, subjectOf } from '../../../../../domain/film/rules.ts'
import { type Failure, runRequest } from '../../../../data/run-request.ts'
import type { Faults } from '../../../../ui/form/use-form.ts'
import type { Draft } from './draft.ts'

export const NO_LONGER_ADMIN = 'Nothing was changed, because you are no longer an admin.'

/** Why a film could not be saved: `faults` beside the fields concerned, `sentence` for the message. */
export interface SaveFailure {
  faults: Faults<Draft>
  sentence: string
}

/** Describes a failed write for a person. The message of a broken constraint names the column. */
export async function describeSaveFailure({ code, sentence }: Failure, film: Film): Promise<SaveFailure> {
  // There is no response, or the session is the cause: no field is at fault.
  if (code === undefined || code.startsWith('PGRST')) return { faults: {}, sentence }
  if (code === '42501') return { faults: {}, sentence: NO_LONGER_ADMIN }
  if (code === '23505') {
    const taken = await spineTaken(film.spine)
    return { faults: { spine: taken }, sentence: taken }
  }
  const column = columnOf(code, sentence, film)
  if (!column) {
    console.warn(code, sentence)
    return { faults: {}, sentence: 'The database rejected this film. Please check the fields.' }
  }
  const fault =
    filmFaults({ [column]: String(film[column] ?? '') })[column] ??
    `${subjectOf(column)} has a value that cannot be stored.`
  return { faults: { [column]: fault }, sentence: fault }
}

/** The column that a message names (`films_title_check`, `null value in column "title"`) or whose number is invalid. */
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
  return holder ? `Spine ${spine} already belongs to “${holder.title}”.` : `Spine ${spine} is already taken.`
}
