import type { ReactNode } from 'react'
import type { IndexedFilm } from '../../../domain/import/match/catalogue-index.ts'
import type { Present } from '../../../domain/import/plan/plan.ts'
import type { Importing } from './use-commit.ts'

/** What the page gives to both ways of importing. */
export interface ImportProps {
  present: Present
  importing: Importing
  /** The link to what was imported. */
  profile: ReactNode
  renderCover: (film: IndexedFilm) => ReactNode
  /** A spine in the colours of its cover. */
  renderPlate: (spine: number) => ReactNode
  renderStars: (rating: number) => ReactNode
}
