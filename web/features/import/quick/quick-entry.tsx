import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { Format } from '../../../../domain/film/formats.ts'
import {
  type CatalogueIndex,
  type IndexedFilm,
  indexCatalogue,
} from '../../../../domain/import/match/catalogue-index.ts'
import { planMarks } from '../../../../domain/import/plan/plan.ts'
import { withFilm, withFormat } from '../../../../domain/import/quick/edit-entry.ts'
import { discsOf } from '../../../../domain/import/quick/entry-discs.ts'
import { type Piece, parseEntry } from '../../../../domain/import/quick/parse-entry.ts'
import type { Mark } from '../../../../domain/tracking/marks.ts'
import { failureOf } from '../../../data/run-request.ts'
import { refuseEnded, SessionEnded, useHasEnded } from '../../../session/session-ended.tsx'
import { useUnsaved } from '../../../session/while-signed-in.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { catalogueQuery } from '../catalogue-query.ts'
import { Formats } from '../file/lists-and-discs.tsx'
import { ImportBar } from '../import-bar.tsx'
import type { ImportProps } from '../import-props.ts'
import { ImportResult } from '../import-result.tsx'
import { SlowProgress } from '../slow-progress.tsx'
import { EntryField } from './entry-field.tsx'
import { EntryPreview } from './entry-preview.tsx'
import styles from './quick-entry.module.css'

/** Adds discs by typing spines, ranges, titles, links and ids, each with a format if the person likes. */
export function QuickEntry(props: ImportProps) {
  const { data, error, refetch, isFetching } = useQuery(catalogueQuery)
  const index = useMemo(() => data && indexCatalogue(data.catalogue), [data])
  if (index) return <Entry {...props} index={index} />
  if (!error) return <SlowProgress label="Loading the titles" />
  return (
    <div className={styles.loading}>
      <p role="alert">{failureOf(error).sentence}</p>
      <Button aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
        Try again
      </Button>
    </div>
  )
}

function Entry({
  index,
  present,
  importing: { commit, send, sendAgain, undo, reset },
  profile,
  renderCover,
  renderPlate,
}: ImportProps & { index: CatalogueIndex }) {
  const [text, setText] = useState('')
  const hasEnded = useHasEnded()
  useUnsaved(text !== '' && commit.status !== 'written')
  const [usual, setUsual] = useState<readonly Format[]>(['bluray'])
  const field = useRef<HTMLTextAreaElement>(null)
  const pieces = useMemo(() => parseEntry(text, index), [text, index])
  const entries = useMemo(
    () => pieces.map((piece) => ({ piece, discs: discsOf(piece, usual, present.has) })),
    [pieces, usual, present],
  )
  // The covers may follow a moment later than the text.
  const previewed = useDeferredValue(entries)
  const take = useCallback(
    (piece: Piece, from: Format, to: Format) => setText((text) => withFormat(text, piece, from, to)),
    [],
  )
  const choose = useCallback(
    (piece: Piece, film: IndexedFilm) => setText((text) => withFilm(text, piece, film, index)),
    [index],
  )
  const discs = entries.flatMap(({ discs }) => discs)
  const wanted = new Map<number, Set<Mark>>()
  for (const { film, format, state } of discs) {
    if (state === 'add') wanted.set(film.id, (wanted.get(film.id) ?? new Set()).add(format))
  }
  const { films } = planMarks(wanted, present)
  const added = films.reduce((sum, { marks }) => sum + marks.length, 0)
  const yours = new Set(
    discs.filter(({ state }) => state === 'yours').map(({ film, format }) => `${film.id} ${format}`),
  ).size
  const unclear =
    pieces.filter((piece) => piece.films.length === 0).length +
    discs.filter(({ state }) => state === 'missing').length

  const add = () => (hasEnded ? refuseEnded() : send('Quick entry', films))

  if (commit.status === 'written') {
    return (
      <ImportResult
        commit={commit}
        titles={commit.films.length}
        left={unclear > 0 ? `${unclear} were left out, because they are not clear.` : ''}
        profile={profile}
        onUndo={() => undo(commit)}
        onNext={() => {
          setText('')
          reset()
        }}
      />
    )
  }

  return (
    <div className={styles.entry}>
      <SessionEnded />
      <EntryField
        ref={field}
        text={text}
        entries={entries}
        onChange={setText}
        onChoose={(piece, film) => {
          const next = withFilm(text, piece, film, index)
          const isLast = text.slice(piece.end).trim() === ''
          setText(isLast ? `${next}, ` : next)
          field.current?.focus()
        }}
        renderPlate={renderPlate}
        onSubmit={() => added > 0 && commit.status === 'idle' && add()}
      />
      <div className={styles.usual}>
        <span aria-hidden="true">If you name no format</span>
        <Formats
          legend="The format if you name none"
          chosen={usual}
          onChange={(formats) => setUsual(formats.length > 0 ? formats : usual)}
        />
      </div>
      <EntryPreview entries={previewed} renderCover={renderCover} onTake={take} onChoose={choose} />
      {pieces.length > 0 && (
        <ImportBar
          text={sentence(added, yours, unclear)}
          label={`Add ${added} ${added === 1 ? 'disc' : 'discs'}`}
          isEmpty={added === 0}
          commit={commit}
          onSend={add}
          onSendAgain={(sent) => (hasEnded ? refuseEnded() : sendAgain(sent))}
        />
      )}
    </div>
  )
}

function sentence(added: number, yours: number, unclear: number): string {
  const rest = [
    ...(yours > 0 ? [`${yours} ${yours === 1 ? 'is' : 'are'} yours already`] : []),
    ...(unclear > 0 ? [`${unclear} ${unclear === 1 ? 'is' : 'are'} not clear yet`] : []),
  ]
  return `${added} ${added === 1 ? 'disc' : 'discs'}.${rest.length > 0 ? ` ${rest.join(', ')}.` : ''}`
}
