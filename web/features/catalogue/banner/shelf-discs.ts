export interface Disc {
  spine: number
  title: string
  case: 'laserdisc' | 'dvd' | 'bluray'
  /** In the drawing's units: a LaserDisc is 300 high. */
  thickness: number
  palette: Palette
}

type Palette =
  | 'bone'
  | 'harbour'
  | 'brick'
  | 'soot'
  | 'mustard'
  | 'forest'
  | 'burgundy'
  | 'mist'
  | 'midnight'
  | 'blush'

// Enough discs to fill the widest banner, ordered by spine.
export const DISCS: readonly Disc[] = [
  { spine: 1, title: 'Grand Illusion', case: 'laserdisc', thickness: 18, palette: 'midnight' },
  { spine: 2, title: 'Seven Samurai', case: 'laserdisc', thickness: 22, palette: 'mustard' },
  { spine: 10, title: 'Walkabout', case: 'laserdisc', thickness: 18, palette: 'harbour' },
  { spine: 51, title: 'Brazil', case: 'laserdisc', thickness: 26, palette: 'bone' },
  { spine: 97, title: 'Do the Right Thing', case: 'dvd', thickness: 30, palette: 'brick' },
  { spine: 140, title: '8½', case: 'dvd', thickness: 30, palette: 'blush' },
  { spine: 147, title: 'In the Mood for Love', case: 'dvd', thickness: 26, palette: 'harbour' },
  { spine: 217, title: 'Tokyo Story', case: 'dvd', thickness: 28, palette: 'mist' },
  { spine: 268, title: 'Youth of the Beast', case: 'dvd', thickness: 24, palette: 'soot' },
  { spine: 281, title: 'Jules and Jim', case: 'dvd', thickness: 30, palette: 'mustard' },
  { spine: 326, title: 'Metropolitan', case: 'bluray', thickness: 24, palette: 'forest' },
  { spine: 397, title: 'Ivan’s Childhood', case: 'bluray', thickness: 24, palette: 'bone' },
  { spine: 444, title: 'Le plaisir', case: 'bluray', thickness: 24, palette: 'burgundy' },
  { spine: 468, title: 'Science Is Fiction', case: 'dvd', thickness: 36, palette: 'midnight' },
  { spine: 541, title: 'The Night of the Hunter', case: 'bluray', thickness: 26, palette: 'brick' },
  { spine: 555, title: 'Sweet Smell of Success', case: 'bluray', thickness: 24, palette: 'blush' },
  { spine: 612, title: 'Certified Copy', case: 'bluray', thickness: 24, palette: 'mist' },
  { spine: 670, title: 'To Be or Not to Be', case: 'bluray', thickness: 24, palette: 'harbour' },
  { spine: 679, title: 'Zatoichi', case: 'dvd', thickness: 46, palette: 'soot' },
  { spine: 702, title: 'The Great Beauty', case: 'bluray', thickness: 26, palette: 'mustard' },
  { spine: 821, title: 'Dr. Strangelove', case: 'bluray', thickness: 24, palette: 'forest' },
  { spine: 878, title: 'Law of the Border', case: 'bluray', thickness: 24, palette: 'brick' },
  { spine: 900, title: '100 Years of Olympic Films', case: 'laserdisc', thickness: 52, palette: 'bone' },
  { spine: 950, title: 'Some Like It Hot', case: 'bluray', thickness: 26, palette: 'burgundy' },
  { spine: 1000, title: 'Godzilla', case: 'laserdisc', thickness: 44, palette: 'midnight' },
  { spine: 1013, title: 'Teorema', case: 'bluray', thickness: 28, palette: 'blush' },
  { spine: 1061, title: 'Minding the Gap', case: 'bluray', thickness: 28, palette: 'mist' },
  { spine: 1104, title: 'Citizen Kane', case: 'dvd', thickness: 34, palette: 'harbour' },
  { spine: 1150, title: 'Exotica', case: 'bluray', thickness: 30, palette: 'mustard' },
  { spine: 1173, title: 'Hollywood Shuffle', case: 'bluray', thickness: 28, palette: 'brick' },
  { spine: 1200, title: 'The Red Balloon', case: 'bluray', thickness: 34, palette: 'forest' },
  { spine: 1250, title: 'Crossing Delancey', case: 'bluray', thickness: 30, palette: 'bone' },
  { spine: 1299, title: 'Kiss of the Spider Woman', case: 'bluray', thickness: 30, palette: 'burgundy' },
]
