import { TEXT_COLUMNS } from '../../../../../domain/film/columns.ts'
import { filmFaults } from '../../../../../domain/film/rules.ts'
import type { Faults } from '../../../../ui/form/use-form.ts'
import { aliasFaults } from './alias-fields.ts'
import type { Draft } from './draft.ts'

export const REQUIRED_MESSAGE = 'Please fill in required fields (spine, title, director)'

/** Checks a draft. Returns one sentence for each field that has a fault. */
export function checkDraft(draft: Draft): Faults<Draft> {
  const texts = TEXT_COLUMNS.map((column) => [column, draft[column].trim()])
  // Leading zeros do not count: people type 007, or type after the 0 that the field starts with.
  const spine = draft.spine.trim().replace(/^0+(?=\d)/, '')
  return { ...filmFaults({ ...Object.fromEntries(texts), spine }), ...aliasFaults(draft) }
}

/** Whether a required field is empty; a spine of zero counts as empty. */
export function lacksRequired({ spine, title, director }: Draft): boolean {
  return /^0*$/.test(spine.trim()) || title.trim() === '' || director.trim() === ''
}
