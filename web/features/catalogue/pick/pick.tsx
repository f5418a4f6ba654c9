import { Dices } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FilmList } from '../films/film-pages.ts'
import toolbar from '../toolbar/toolbar.module.css'
import type { View } from '../toolbar/view.ts'
import { PickDialog, type PickedParts } from './pick-dialog.tsx'
import { usePick } from './use-pick.ts'

interface Props {
  list: FilmList<unknown>
  view: View
  /** What decides which films are in the list. */
  criteria: string
  /** The spine of the film in the address, if there is one. */
  spine: number | undefined
  /** The number of films in the list; undefined until it is known. */
  total: number | undefined
  withMarks: boolean
  renderPicked: (spine: number, parts: PickedParts) => ReactNode
}

/** A button that picks a film of the list at random, and the dialog that shows it. */
export function Pick({ list, spine, ...shown }: Props) {
  const picking = usePick(list, shown.criteria, spine, shown.total ?? 0)
  return (
    <>
      <button
        type="button"
        className={toolbar.action}
        aria-busy={picking.isPicking}
        onClick={() => picking.pick()}
      >
        <Dices aria-hidden="true" strokeWidth={1.75} />
        Pick one for me
      </button>
      <PickDialog {...shown} {...picking} />
    </>
  )
}
