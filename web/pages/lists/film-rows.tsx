import { Bookmark, Eye } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { FORMAT_LABELS, FORMAT_NAMES, FORMATS } from '../../../domain/film/formats.ts'
import type { AskToSignIn } from '../../features/auth/use-sign-in-dialog.tsx'
import type { LayoutProps } from '../../features/catalogue/catalogue.tsx'
import type { CatalogueFilm } from '../../features/catalogue/films/films-query.ts'
import { FilmList } from '../../features/catalogue/list/film-list.tsx'
import { useSelection } from '../../features/catalogue/list/use-selection.ts'
import { SpinePlate } from '../../features/film/card/spine-plate.tsx'
import { BulkBar } from '../../features/tracking/bulk/bulk-bar.tsx'
import { FormatCheck } from '../../features/tracking/format-checks.tsx'
import { useMark } from '../../features/tracking/marks/use-mark.ts'
import { useOwnedSets } from '../../features/tracking/sets/use-owned-sets.ts'
import { InSets, inSets } from '../../ui/disc/in-sets.tsx'
import { Ticket } from '../../ui/disc/ticket.tsx'
import styles from './film-rows.module.css'

export { CoverSelection } from './cover-selection.tsx'

interface Props<Film> extends LayoutProps<Film> {
  /** The person whose marks are ticked; undefined for a visitor. */
  userId: string | undefined
  askToSignIn: AskToSignIn
  /** Renders what other people see of a film’s marks; by default the formats in which it was released. */
  renderOthers?: (film: Film) => ReactNode
  /** Renders what other people see beside the title. */
  renderOthersNote?: (film: Film) => ReactNode
}

/** Films as a list, in which a person ticks what they own, want and have watched, also for many films at once. */
export function FilmRows<Film extends CatalogueFilm>({
  list,
  criteria,
  userId,
  askToSignIn,
  renderOthers = renderReleased,
  renderOthersNote = renderNothing,
  ...shown
}: Props<Film>) {
  const { total } = shown
  const selecting = useSelection(list, criteria)
  const rendering = useMemo(
    () =>
      userId === undefined
        ? { renderPlate, renderNote: renderOthersNote, renderFormats: renderOthers, renderMarks: [] }
        : { renderPlate, ...ownMarks(userId, askToSignIn) },
    [userId, askToSignIn, renderOthers, renderOthersNote],
  )
  if (userId === undefined)
    return <FilmList {...shown} {...rendering} selecting={undefined} heads={OTHERS_HEADS} />
  return (
    <FilmList {...shown} {...rendering} selecting={selecting} heads={OWN_HEADS}>
      <BulkBar
        films={[...selecting.films.values()]}
        total={total}
        userId={userId}
        onSelectAll={selecting.selectAll}
        onClear={selecting.clear}
        onSignedOut={askToSignIn}
      />
    </FilmList>
  )
}

const OTHERS_HEADS = { formats: 'Formats', marks: [] }

const OWN_HEADS = {
  formats: 'I own it on',
  marks: [
    <HeadIcon key="wishlist" icon={Bookmark} label="On my wishlist" />,
    <HeadIcon key="watched" icon={Eye} label="Watched" />,
  ],
}

function HeadIcon({ icon: Icon, label }: { icon: typeof Eye; label: string }) {
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.75} />
      <span className="visually-hidden">{label}</span>
    </>
  )
}

function renderPlate({ spine }: CatalogueFilm) {
  return <SpinePlate spine={spine} />
}

function renderNothing() {
  return null
}

function renderReleased(film: CatalogueFilm) {
  return <Released film={film} />
}

/** The formats of a film for a visitor, each in its place. */
function Released({ film }: { film: CatalogueFilm }) {
  return (
    <ul className={styles.formats} aria-label="Formats released">
      {FORMATS.map((format) => (
        <li key={format} aria-hidden={!film[format]}>
          {film[format] && (
            <>
              <Ticket outOfPrint={film[`${format}_oop`]}>{FORMAT_LABELS[format]}</Ticket>
              {film[`${format}_oop`] && <span className="visually-hidden"> out of print</span>}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

interface ControlProps {
  film: CatalogueFilm
  userId: string
  tabIndex: number | undefined
}

/** The functions that render the controls of a person. */
function ownMarks(userId: string, askToSignIn: AskToSignIn) {
  const toggle = (mark: keyof typeof TOGGLES) => (film: CatalogueFilm, tabIndex: number | undefined) => (
    <Toggle film={film} userId={userId} tabIndex={tabIndex} askToSignIn={askToSignIn} mark={mark} />
  )
  return {
    renderNote: (film: CatalogueFilm) => <OwnSets film={film} userId={userId} />,
    renderFormats: (film: CatalogueFilm, tabIndex: number | undefined) => (
      <Formats film={film} userId={userId} tabIndex={tabIndex} />
    ),
    renderMarks: [toggle('wishlist'), toggle('watched')],
  }
}

function OwnSets({ film, userId }: Pick<ControlProps, 'film' | 'userId'>) {
  return <InSets sets={useOwnedSets(userId, film.id)} />
}

function Formats({ film, userId, tabIndex }: ControlProps) {
  const sets = useOwnedSets(userId, film.id)
  return (
    <div className={styles.formats}>
      {FORMATS.map((format, index) => (
        <div key={format} data-key={index + 1} title={FORMAT_NAMES[format]}>
          <FormatCheck
            film={film}
            format={format}
            userId={userId}
            isListed={film[format]}
            outOfPrint={film[`${format}_oop`]}
            label={`Own ${film.title} on ${FORMAT_LABELS[format]}, ${film[`${format}_oop`] ? 'out of print' : 'in print'}`}
            inSet={inSets(sets, format)}
            isBrief
            tabIndex={tabIndex}
          />
        </div>
      ))}
    </div>
  )
}

const TOGGLES = {
  wishlist: { icon: Bookmark, key: 'w', label: 'On the wishlist' },
  watched: { icon: Eye, key: 's', label: 'Watched' },
} as const

function Toggle({
  film,
  userId,
  tabIndex,
  askToSignIn,
  mark,
}: ControlProps & { askToSignIn: AskToSignIn; mark: keyof typeof TOGGLES }) {
  const { icon: Icon, key, label } = TOGGLES[mark]
  const { id, title } = film
  const [isOn, toggle] = useMark(userId, film, mark, (on) =>
    askToSignIn(on ? { requestedMark: { film: { id, title }, mark } } : undefined),
  )
  return (
    <span data-key={key}>
      <button
        type="button"
        className={isOn ? `${styles.toggle} ${styles[mark]}` : styles.toggle}
        tabIndex={tabIndex}
        aria-pressed={isOn ?? false}
        aria-label={`${label}: ${title}`}
        title={label}
        disabled={isOn === undefined}
        onClick={toggle}
      >
        <Icon aria-hidden="true" strokeWidth={1.75} />
      </button>
    </span>
  )
}
