import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { formatCount } from '../../../../domain/film/format-count.ts'
import { deferredInBrowser } from '../../../app/deferred-component.tsx'
import { SignInLink } from '../../../ui/link/sign-in-link.tsx'
import { catalogueSizeQuery } from '../films/films-query.ts'
import { isFiltered, type View } from '../toolbar/view.ts'
import styles from './banner.module.css'
import shelfStyles from './shelf.module.css'

const Shelf = await deferredInBrowser(
  () => import('./shelf.tsx').then(({ Shelf }) => Shelf),
  <svg className={shelfStyles.shelf} />,
)

/** Invites a visitor to sign up and shows the size of the catalogue. During a search it is one line high. */
export function Banner({ view }: { view: View }) {
  const searching = view.q !== ''
  // Without a filter, the first page of the catalogue puts the same number into the cache.
  const { data: size } = useQuery({ ...catalogueSizeQuery(), enabled: isFiltered(view) })
  return (
    <section
      className={searching ? `${styles.banner} ${styles.slim}` : styles.banner}
      aria-labelledby="banner"
    >
      <div className={styles.text}>
        <h2 className={styles.heading} id="banner">
          Track Your Criterion Collection
        </h2>
        <p className={styles.lead}>
          Tick the discs on your shelf, keep a wishlist and remember what you have watched.{' '}
          {/* Invisible but in the layout until the number is known. */}
          <span className={size === undefined ? styles.unknown : undefined}>
            The catalogue holds <strong>{formatCount(size ?? 1000)} films</strong>.
          </span>
        </p>
        <SignInLink look="solid" tab="sign-up">
          Get Started
          <ArrowRight aria-hidden="true" strokeWidth={2} />
        </SignInLink>
      </div>
      {!searching && <Shelf />}
    </section>
  )
}
