import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FILM_ROUTE } from '../../../domain/paths.ts'
import type { ShownFilm } from '../../data/film-columns.ts'
import { FILMS_KEY } from '../../data/query-keys.ts'
import { EditTitle } from '../../features/admin/edit/form/edit-title.tsx'
import { adminFilmQuery, readAdminFilm } from '../../features/admin/titles-query.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button/button.tsx'
import styles from './film-page.module.css'

/** The form that edits a film, on its page. */
export function EditFilm({ film, onClose }: { film: ShownFilm; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, isError, isFetching, refetch } = useQuery(adminFilmQuery(film.id))

  // The form stays if another admin deletes the film, because what was typed would be lost.
  const [last, setLast] = useState(data ?? undefined)
  if (data && data !== last) setLast(data)

  // The text of one admin is not for another person.
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.userId : undefined
  const [owner] = useState(userId)
  const isOthers = userId !== undefined && userId !== owner
  useEffect(() => {
    if (isOthers) onClose()
  }, [isOthers, onClose])

  async function close() {
    onClose()
    const latest = await readAdminFilm(film.id).catch(() => undefined)
    if (latest && latest.spine !== film.spine)
      await navigate({ to: FILM_ROUTE, params: { spine: latest.spine }, replace: true })
    else await client.invalidateQueries({ queryKey: FILMS_KEY })
  }

  if (isOthers) return null
  if (last) return <EditTitle film={last} onClose={close} />
  if (data === undefined && !isError) return <p role="status">Loading...</p>
  return (
    <div className={styles.unreadable}>
      <p role="status">
        {isError ? 'The film could not be loaded.' : 'The film is not in the catalogue any more.'}
      </p>
      {isError && (
        <Button small aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
          Try again
        </Button>
      )}
      <Button small onClick={close}>
        Cancel
      </Button>
    </div>
  )
}
