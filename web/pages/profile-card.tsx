import { memo } from 'react'
import type { ProfileFilm } from '../features/catalogue/films/profile-films.ts'
import { FilmCard } from '../features/film/card/film-card.tsx'
import { FormatBadges } from '../features/film/card/format-badges.tsx'
import { CoverMarks } from '../features/film/cover/cover-marks.tsx'

interface Props {
  film: ProfileFilm
  eager: boolean
  dimmed: boolean
  /** Shows the formats that are released, too, not only those that are owned. */
  withReleased: boolean
}

/** A film on a profile page, without actions. */
export const ProfileCard = memo(function ProfileCard({ film, eager, dimmed, withReleased }: Props) {
  return (
    <FilmCard
      film={film}
      eager={eager}
      dimmed={dimmed}
      marks={<CoverMarks spine={film.spine} wishlisted={film.wishlisted} watched={film.watched} />}
    >
      <FormatBadges film={film} withReleased={withReleased} />
    </FilmCard>
  )
})
