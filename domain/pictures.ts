import type { Node } from '@takumi-rs/core'
import type { Film } from './film/columns.ts'
import type { Flag } from './film/formats.ts'

/** The size of the pictures that link previews show. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const

/** What the cover of a film shows. */
export type CoverFilm = Pick<Film, 'spine' | 'title' | 'director' | 'year'>

/** What a picture shows. */
export type Pictured =
  | { kind: 'site'; films: number }
  | { kind: 'film'; film: CoverFilm & Pick<Film, 'country' | 'running_time' | Flag> }
  | {
      kind: 'profile'
      username: string
      catalogue: number
      /** How many titles the person owns, has watched and wishes for; null of what visitors may not see. */
      owned: number | null
      watched: number | null
      wishlist: number | null
      /** A few of the films that the person owns, by spine. */
      films: CoverFilm[]
    }

/** How many covers the picture of a profile has room for. */
export const COVERS_IN_PICTURE = 5

/** A file of a typeface, and the characters that it is for. */
export interface FontFile {
  family: string
  /** `@fontsource-variable/…` */
  file: string
  unicodeRange: [first: number, last: number][]
}

/**
 * The interface that the build of the web application offers the server for pictures: it has the covers, the colours
 * and the typefaces of the product.
 */
export interface PictureDesigner {
  fonts: FontFile[]
  /** Lays a picture out, for @takumi-rs/core to render. The same content always gives the same picture. */
  layOut(pictured: Pictured): Node
}
