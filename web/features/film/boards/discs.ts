import { FORMATS, type Format } from '../../../../domain/film/formats.ts'
import { fitTitle } from '../cover/fit-title.ts'

/** A case on a shelf. */
export interface ShelfDisc<Film> {
  film: Film
  format: Format
  /** The thickness of a box set in millimetres; undefined for the usual case of the format. */
  box?: Box
}

export type ShelvedFilm = { id: number; spine: number; title: string } & Record<Format, boolean> &
  Partial<Record<`owns_${Format}`, boolean>>

/** A film with what its disc shows when it is pulled out. */
export type ShelfFilm = ShelvedFilm & {
  director: string
  year: number | null
  box_art_url: string | null
  /** Whether the person owns a disc of it; undefined in a list without this column. */
  owned?: boolean
}

export function keyOf({ film, format }: ShelfDisc<ShelvedFilm>): string {
  return `${film.spine} ${format}`
}

/** Height and thickness of a case in millimetres, as in board.module.css. */
const CASES: Record<Format, [height: number, thickness: number]> = {
  laserdisc: [315, 11],
  dvd: [190, 15],
  bluray: [171, 14],
  bluray_4k: [171, 15],
}

/** The thickness of a box set in millimetres, by the highest number of films for which it stands. */
const BOXES = [
  { films: 3, box: 28 },
  { films: 5, box: 34 },
  { films: 8, box: 40 },
  { films: Number.POSITIVE_INFINITY, box: 46 },
] as const
type Box = (typeof BOXES)[number]['box']

/**
 * The discs of films in their order, one for each format owned. A film of which no disc is owned stands in the best format
 * in which it was released. LaserDiscs come last, because they are too high for the other boards.
 * @param filmsInBoxes the number of films in each box set, by the id of its own row of the catalogue.
 */
export function discsOf<Film extends ShelvedFilm>(
  films: readonly Film[],
  filmsInBoxes: Readonly<Record<number, number>> = {},
): ShelfDisc<Film>[] {
  const discs = films.flatMap((film) => {
    const inBox = filmsInBoxes[film.id]
    const box = inBox === undefined ? undefined : BOXES.find(({ films }) => inBox <= films)?.box
    return formatsOf(film).map((format) => ({ film, format, ...(box && { box }) }))
  })
  return [...discs.filter((disc) => !isLaserdisc(disc)), ...discs.filter(isLaserdisc)]
}

function formatsOf(film: ShelvedFilm): Format[] {
  const owned = FORMATS.filter((format) => film[`owns_${format}`])
  if (owned.length > 0) return owned
  return [FORMATS.findLast((format) => film[format]) ?? 'dvd']
}

function isLaserdisc({ format }: { format: Format }): boolean {
  return format === 'laserdisc'
}

/** The disc that is pulled out. */
export interface Pulled {
  key: string
  /** Whether the mouse came to it from the left. */
  fromLeft: boolean
}

/** How large a shelf is drawn: fewer discs are larger. */
export type Scale = 'large' | 'medium' | 'small' | 'phone'

/** Pixels of a millimetre, as in film-shelf.module.css. */
const PIXELS: Record<Scale, number> = { large: 1.5, medium: 1.16, small: 1, phone: 1.12 }

export function scaleOf(discs: number, isPhone: boolean): Scale {
  if (isPhone) return 'phone'
  if (discs <= 60) return 'large'
  return discs <= 500 ? 'medium' : 'small'
}

const GAP_PX = 1.5
/** From this thickness on, the plate’s number is upright. */
const UPRIGHT_PX = 21
/** How far the top of the leaning disc is beside its foot, as a share of its height: the sine of 5°. */
const LEAN = 0.0872

export interface Board<Film> {
  discs: ShelfDisc<Film>[]
  /** Where each disc begins, in pixels from the left. */
  lefts: number[]
  /** Whether the last disc leans, because the board is not full. */
  leans: boolean
}

/** Divides discs into boards of a width in pixels. A board holds LaserDiscs or other discs. */
export function boardsOf<Film>(
  discs: readonly ShelfDisc<Film>[],
  scale: Scale,
  width: number,
): Board<Film>[] {
  const boards: Board<Film>[] = []
  let used = 0
  for (const disc of discs) {
    const board = boards.at(-1)
    const first = board?.discs[0]
    const isOtherKind = first !== undefined && isLaserdisc(first) !== isLaserdisc(disc)
    const end = used + thicknessOf(disc, scale)
    if (board && !isOtherKind && end <= width) {
      board.discs.push(disc)
      board.lefts.push(used)
    } else {
      if (board && isOtherKind) board.leans = hasRoomToLean(board, scale, width)
      boards.push({ discs: [disc], lefts: [0], leans: false })
      used = 0
    }
    used += thicknessOf(disc, scale) + GAP_PX
  }
  const last = boards.at(-1)
  if (last) last.leans = hasRoomToLean(last, scale, width)
  return boards
}

function hasRoomToLean<Film>({ discs, lefts }: Board<Film>, scale: Scale, width: number): boolean {
  const disc = discs.at(-1)
  const left = lefts.at(-1)
  if (!disc || !left) return false
  return left + heightOf(disc, scale) * LEAN + thicknessOf(disc, scale) <= width
}

/** The thickness of a disc in pixels. */
export function thicknessOf<Film>({ format, box }: ShelfDisc<Film>, scale: Scale): number {
  return (box ?? CASES[format][1]) * PIXELS[scale]
}

function heightOf<Film>({ format }: ShelfDisc<Film>, scale: Scale): number {
  return CASES[format][0] * PIXELS[scale]
}

/**
 * Whether the cover of a disc that is pulled out opens to the left: if there is room on the left and either none on the
 * right or the mouse came from the left, so that the cover does not hide the next disc.
 * @param width of the board in pixels.
 */
export function opensLeft<Film>(
  { discs, lefts }: Board<Film>,
  index: number,
  fromLeft: boolean,
  scale: Scale,
  width: number,
): boolean {
  const disc = discs[index]
  const left = lefts[index]
  if (!disc || left === undefined) return false
  // The cover is as high as the disc.
  const cover = (heightOf(disc, scale) * 1288) / 1600
  const hasRoomRight = left + thicknessOf(disc, scale) + cover <= width
  return left >= cover && (fromLeft || !hasRoomRight)
}

/** How the number stands on a disc: turned with the title, upright on a thick case, or upright and large on a box set. */
export function plateOf<Film>(disc: ShelfDisc<Film>, scale: Scale): 'turned' | 'upright' | 'large' {
  if (disc.box !== undefined) return 'large'
  return thicknessOf(disc, scale) >= UPRIGHT_PX ? 'upright' : 'turned'
}

/** The heights of plates in pixels, as in board.module.css. */
const PLATES = { turned: 26, upright: 18, large: 34 }
/** The space above and below the title, in millimetres. */
const SPACE = 10
/** The size of the type is this share of the thickness, between these pixels. */
const TYPE = { share: 0.62, least: 8.5, most: 14 }
/** Up to this many ems of the smaller type make one of type-widths.ts. */
const SMALL_TYPE = 1.08

/** The title as it is printed on a case: one that is too long ends in an ellipsis after a whole word. */
export function printedTitle<Film extends { title: string }>(disc: ShelfDisc<Film>, scale: Scale): string {
  const size = Math.min(Math.max(thicknessOf(disc, scale) * TYPE.share, TYPE.least), TYPE.most)
  const room = heightOf(disc, scale) - PLATES[plateOf(disc, scale)] - SPACE * PIXELS[scale]
  return fitTitle(disc.film.title, room / (size * SMALL_TYPE))
}
