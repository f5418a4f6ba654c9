import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { formatPrice } from '../../../domain/money/price.ts'
import { PAGE_TITLES } from '../../../domain/page-titles.ts'
import { PATHS } from '../../../domain/paths.ts'
import { type Priced, planShopping } from '../../../domain/shopping/shopping.ts'
import { AccountControls } from '../../features/auth/account-controls.tsx'
import { SpinePlate } from '../../features/film/card/spine-plate.tsx'
import { NO_WISH, rowOf, type Wish } from '../../features/tracking/details/details.ts'
import { markAsBought } from '../../features/tracking/marks/mark-as-bought.ts'
import { setMarks } from '../../features/tracking/marks/set-mark.ts'
import { invalidateMarks, trackingOf } from '../../features/tracking/marks/tracking.ts'
import { showRejection } from '../../features/tracking/rejection-toasts.ts'
import { type DiscToBuy, discToBuy } from '../../features/tracking/shopping/disc-to-buy.ts'
import { ShoppingRow } from '../../features/tracking/shopping/shopping-row.tsx'
import { budgetOf, percentOf, termsOf } from '../../features/tracking/shopping/terms.ts'
import type { TypedTerms } from '../../features/tracking/shopping/typed-terms.ts'
import { useWishes } from '../../features/tracking/shopping/use-wishes.ts'
import type { ListedWish } from '../../features/tracking/shopping/wishes-query.ts'
import { useTracking } from '../../features/tracking/use-tracking.ts'
import { useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { BackLink } from '../../ui/link/back-link.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { PageFrame } from '../page-frame.tsx'
import styles from './account-shopping-page.module.css'

export function AccountShoppingPage() {
  const session = useSession()
  if (session.status === 'signed-out') {
    return <Navigate to={PATHS.auth} search={{ next: PATHS.accountShopping }} replace />
  }
  return <ShoppingPage key={session.userId} userId={session.userId} />
}

function ShoppingPage({ userId }: { userId: string }) {
  const { wishes, hasFailed, retry } = useWishes(userId)
  useTracking(userId)
  return (
    <PageFrame title={PAGE_TITLES.accountShopping} actions={<AccountControls />}>
      <div className={styles.page}>
        <BackLink to={PATHS.account}>{PAGE_TITLES.account}</BackLink>
        <h1 className={styles.heading}>{PAGE_TITLES.accountShopping}</h1>
        {wishes && wishes.length > 0 && <Plan userId={userId} wishes={wishes} />}
        {wishes?.length === 0 && (
          <div className={styles.message}>
            <p>Your wishlist is empty. What you wish for is planned here: by priority, within a budget.</p>
            <ButtonLink look="solid" to={PATHS.home}>
              Browse the collection
            </ButtonLink>
          </div>
        )}
        {hasFailed && (
          <div className={styles.message}>
            <p role="alert">Your wishlist could not be loaded.</p>
            <Button onClick={retry}>Try again</Button>
          </div>
        )}
      </div>
    </PageFrame>
  )
}

function Plan({ userId, wishes }: { userId: string; wishes: readonly ListedWish[] }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const search: TypedTerms = useSearch({ from: PATHS.accountShopping })
  const terms = termsOf(search)
  const tracking = trackingOf(client, userId)
  const discs = wishes.map((wish) => discToBuy(wish, terms.currency)).filter((disc) => disc !== undefined)
  const plan = planShopping(discs, terms)
  const priced = plan.discs.filter(({ salePrice }) => salePrice !== null)
  const part = useRef<HTMLDivElement>(null)
  // A change moves a row to another part of the plan, or off it.
  useFocusAfterRemoval(part)
  const money = (cents: number) => formatPrice({ amount: cents / 100, currency: terms.currency })

  const change = (name: keyof TypedTerms) => (event: { target: { value: string } }) =>
    void navigate({ to: '.', search: { ...search, [name]: event.target.value || undefined }, replace: true })

  async function write(wish: ListedWish, changed: Partial<Wish>) {
    const next = { ...wish, ...changed }
    const row = Object.fromEntries(Object.keys(NO_WISH).map((column) => [column, next[column as keyof Wish]]))
    try {
      await setMarks(tracking, [
        { mark: 'wishlist', filmId: wish.film_id, on: true, row: rowOf(row as unknown as Wish) },
      ])
    } catch (error) {
      console.warn(error)
      showRejection('user_wishlist')
    }
  }

  async function buy({ wish, format }: DiscToBuy) {
    const film = { id: wish.film_id, title: wish.title }
    await markAsBought(tracking, film, format, () => invalidateMarks(client, userId))
  }

  const rows = (list: readonly Priced<DiscToBuy>[]) =>
    list.map((disc) => (
      <ShoppingRow
        key={disc.filmId}
        disc={disc}
        plate={<SpinePlate spine={disc.spine} />}
        salePrice={disc.salePrice === null ? undefined : money(disc.salePrice)}
        currency={terms.currency}
        onChange={(changed) => void write(disc.wish, changed)}
        onBought={() => void buy(disc)}
      />
    ))

  return (
    <div ref={part}>
      <div className={styles.terms}>
        <Field
          label="Sale, % off"
          inputMode="decimal"
          placeholder="50"
          value={search.off ?? ''}
          error={
            search.off && percentOf(search.off) === undefined ? 'Write a number from 0 to 100.' : undefined
          }
          onChange={change('off')}
        />
        <Field
          label="Budget"
          placeholder="100 USD"
          value={search.budget ?? ''}
          error={
            search.budget && !budgetOf(search.budget) ? 'Write an amount such as 100 or 100 EUR.' : undefined
          }
          onChange={change('budget')}
        />
        <p className={styles.total} aria-live="polite">
          {totalText(priced, plan.total, money, terms.budget)}
        </p>
        <span className={styles.print}>
          <Button small onClick={() => print()}>
            Print
          </Button>
        </span>
      </div>
      <Part heading="To buy">{rows(priced.filter(({ fits }) => fits))}</Part>
      <Part heading="Beyond the budget">{rows(priced.filter(({ fits }) => !fits))}</Part>
      <Part heading={`Without a price in ${terms.currency}`}>
        {rows(plan.discs.filter(({ salePrice }) => salePrice === null))}
      </Part>
      <Part heading="Out of print">{rows(plan.outOfPrint)}</Part>
      <p className={styles.origin}>A price with a shop and a month is a list price. You can replace it.</p>
    </div>
  )
}

function totalText(
  priced: readonly Priced<DiscToBuy>[],
  total: number,
  money: (cents: number) => string,
  budget: number | undefined,
): string {
  const fitting = priced.filter(({ fits }) => fits).length
  const discs = fitting === 1 ? '1 disc' : `${fitting} discs`
  if (budget === undefined) return `${discs}: ${money(total)}`
  return `${discs}: ${money(total)} of ${money(budget)}`
}

/** A part of the plan; none if it is empty. */
function Part({ heading, children }: { heading: string; children: readonly unknown[] & React.ReactNode }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.subheading}>
        {heading}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}
