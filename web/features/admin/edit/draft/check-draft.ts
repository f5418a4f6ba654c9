import { filmFaults } from '../../../../../domain/film/rules.ts'
import type { Faults } from '../../../../ui/form/use-form.ts'
import { type Draft, TEXT_COLUMNS } from './draft.ts'

export const REQUIRED_MESSAGE = 'Please fill in required fields (spine, title, director)'

/** What is wrong with what was typed, a sentence for each field that it concerns. */
export function checkDraft(draft: Draft): Faults<Draft> {
  const texts = TEXT_COLUMNS.map((column) => [column, draft[column].trim()])
  // Typed behind a 0, or as on a spine of three digits.
  const spine = draft.spine.trim().replace(/^0+(?=\d)/, '')
  return filmFaults({ ...Object.fromEntries(texts), spine })
}

/** Whether something is missing without which there is no film. */
export function lacksRequired({ spine, title, director }: Draft): boolean {
  return /^0*$/.test(spine.trim()) || title.trim() === '' || director.trim() === ''
}
