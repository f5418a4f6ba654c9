import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type GiftWishlist, giftTitle } from '../../../domain/film/gift-wishlist.ts'
import { GIFT_ROUTE } from '../../../domain/paths.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { GridMessage } from '../../features/catalogue/grid/grid-message.tsx'
import { SetList } from '../../features/film/sets/set-list.tsx'
import { GiftFormats, GiftHeading } from '../../features/gift/gift-list.tsx'
import { giftQuery } from '../../features/gift/gift-query.ts'
import { useNoIndex } from '../../features/profile/visibility-note.tsx'
import { Button } from '../../ui/button/button.tsx'
import { NotFoundPage } from '../not-found-page.tsx'
import { PageFrame } from '../page-frame.tsx'
import styles from './gift-page.module.css'

const route = getRouteApi(GIFT_ROUTE)

/** The wishlist of a person, for those who have the gift link. */
export function GiftPage() {
  const { token } = route.useParams()
  const { data: list, isFetching, errorUpdateCount, refetch } = useQuery(giftQuery(token))
  useNoIndex(true)
  useNoReferrer()

  if (list === null) return <NotFoundPage />
  return (
    <PageFrame title={list ? giftTitle(list.username) : 'Wishlist'} actions={<AccountControls />}>
      {list ? (
        <Wishlist list={list} />
      ) : errorUpdateCount > 0 ? (
        <GridMessage plate="–" sentence="This wishlist could not be loaded.">
          <Button look="solid" aria-disabled={isFetching} onClick={() => isFetching || refetch()}>
            Try again
          </Button>
        </GridMessage>
      ) : (
        <p className={styles.loading} role="status">
          Loading wishlist...
        </p>
      )}
    </PageFrame>
  )
}

function Wishlist({ list }: { list: GiftWishlist }) {
  const wishes = useMemo(() => new Map(list.wishes.map((wish) => [wish.spine, wish])), [list])
  const films = list.wishes.map((wish) => ({ ...wish, listed: { ...wish, id: wish.spine } }))
  return (
    <div className={styles.page}>
      <GiftHeading {...list} />
      {films.length > 0 && (
        <SetList
          set={{ films }}
          renderFormats={({ listed }) => {
            const wish = wishes.get(listed.spine)
            return wish && <GiftFormats wish={wish} />
          }}
        />
      )}
    </div>
  )
}

/**
 * Keeps the address of the page from other sites and other pages. The server's header does so, too; this covers static hosts
 * and navigation within the browser.
 */
function useNoReferrer(): void {
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.setAttribute('name', 'referrer')
    meta.setAttribute('content', 'no-referrer')
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}
