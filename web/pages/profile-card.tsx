import { memo } from 'react'
import type { PersonFilm } from '../features/catalogue/person-films.ts'
import { FilmCard } from '../features/film/film-card.tsx'
import { FormatBadges } from '../features/film/format-badges.tsx'

interface Props {
  film: PersonFilm
  eager: boolean
  dimmed: boolean
}

/** A film in someone's collection, for looking only. */
export const ProfileCard = memo(function ProfileCard({ film, eager, dimmed }: Props) {
  return (
    <FilmCard film={film} eager={eager} dimmed={dimmed}>
      <FormatBadges film={film} />
    </FilmCard>
  )
})
