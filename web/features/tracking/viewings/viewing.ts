import { formatPartialDate, parsePartialDate, today } from '../../../../domain/dates/partial-date.ts'
import type { Faults } from '../../../ui/form/use-form.ts'
import { dateFault, textOf } from '../copies/copy.ts'
import type { Viewing } from '../details/details.ts'

/** What the fields of the form hold, as typed. */
export interface ViewingDraft {
  watchedOn: string
  /** In half stars; empty for none. */
  rating: string
  note: string
}

export function draftOf(viewing: Viewing): ViewingDraft {
  return {
    watchedOn: viewing.watched_on === null ? '' : formatPartialDate(viewing.watched_on),
    rating: viewing.rating === null ? '' : String(viewing.rating),
    note: viewing.note ?? '',
  }
}

/** A viewing of today. */
export function newDraft(now = new Date()): ViewingDraft {
  return { watchedOn: formatPartialDate(today(now)), rating: '', note: '' }
}

export function checkDraft({ watchedOn }: ViewingDraft): Faults<ViewingDraft> {
  return { watchedOn: dateFault(watchedOn) }
}

/** Reads a draft that `checkDraft` finds nothing wrong with. */
export function readDraft(id: string, draft: ViewingDraft): Viewing {
  return {
    id,
    watched_on: parsePartialDate(draft.watchedOn) ?? null,
    rating: draft.rating === '' ? null : Number(draft.rating),
    note: textOf(draft.note),
  }
}

/** A rating in words: `4½ stars`. */
export function ratingText(rating: number): string {
  const whole = Math.floor(rating / 2)
  const stars = `${whole === 0 ? '' : whole}${rating % 2 === 1 ? '½' : ''}`
  return `${stars} ${rating <= 2 ? 'star' : 'stars'}`
}
