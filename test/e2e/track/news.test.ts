import { createFilm, signUpAdmin, test } from '../support/admin.ts'
import { expect } from '../support/fixtures.ts'
import { signInAs, signUp } from '../support/people.ts'

test('a person sees once that a film they own or want is out in a better format', async ({
  newVisitor,
  server,
}) => {
  const admin = await signUpAdmin(server, 'announcer')
  const [owner, wisher, other] = await Promise.all(
    ['owner', 'wisher', 'other'].map((name) => signUp(server.url, name)),
  )
  const film = await createFilm(admin, 'A Film in the News', { dvd: true })
  const row = (person: typeof owner) => ({ user_id: person?.session.user.id ?? '', film_id: film.id })
  await owner?.client.from('user_ownership').insert({ ...row(owner), owns_dvd: true })
  await wisher?.client.from('user_wishlist').insert(row(wisher))
  await admin.client.from('films').update({ bluray_4k: true }).eq('id', film.id)

  const sentence = 'A Film in the News is out on 4K Ultra HD.'
  for (const [person, isNotified] of [
    [owner, true],
    [wisher, true],
    [other, false],
  ] as const) {
    if (!person) throw new Error('There are three people.')
    const page = await newVisitor()
    await signInAs(page.context(), person)
    const news = page.getByRole('region', { name: 'News' })
    if (!isNotified) {
      await Promise.all([page.waitForResponse(/rpc\/own_news/), page.goto('/')])
      await expect(news).toHaveCount(0)
      continue
    }
    // While something is searched for they wait, and are not counted as seen.
    await Promise.all([page.waitForResponse(/rpc\/own_news/), page.goto('/?q=seven')])
    await expect(page.getByText('You do not own it.')).toBeVisible()
    await expect(news).toHaveCount(0)
    const markedAsSeen = page.waitForResponse(/rpc\/mark_news_seen/)
    await page.goto('/')
    await expect(news.getByRole('link', { name: sentence })).toBeVisible()
    await markedAsSeen
    await news.getByRole('button', { name: 'Close the news' }).click()
    await expect(news).toHaveCount(0)
    await page.getByRole('link', { name: 'Seven Samurai', exact: true }).first().click()
    await expect(page).toHaveURL('/spine/2')
    await page.goBack()
    await expect(page.getByText('You do not own it.')).toHaveCount(0)
    await expect(news).toHaveCount(0)
    await Promise.all([page.waitForResponse(/rpc\/own_news/), page.reload()])
    await expect(news).toHaveCount(0)
  }
})

test('a person sees at one visit that a film is out of print in the format they wish for', async ({
  newVisitor,
  server,
}) => {
  const admin = await signUpAdmin(server, 'withdrawer')
  const film = await createFilm(admin, 'A Film out of Print', { dvd: true, bluray: true })
  const visit = async (wish: { wants_dvd?: true; wants_bluray?: true }) => {
    const person = await signUp(server.url, 'wisher')
    await person.client
      .from('user_wishlist')
      .insert({ user_id: person.session.user.id, film_id: film.id, ...wish })
      .throwOnError()
    const page = await newVisitor()
    await signInAs(page.context(), person)
    return { page, news: page.getByRole('region', { name: 'News' }) }
  }
  const wisher = await visit({ wants_dvd: true })
  const other = await visit({ wants_bluray: true })
  await admin.client.from('films').update({ dvd_oop: true }).eq('id', film.id).throwOnError()

  const marked = wisher.page.waitForResponse(/rpc\/mark_news_seen/)
  await wisher.page.goto('/')
  const sentence = wisher.news.getByRole('link', {
    name: 'A Film out of Print has gone out of print on DVD.',
  })
  await expect(sentence).toHaveCount(1)
  await expect(sentence).toBeVisible()
  expect((await marked).ok()).toBe(true)
  for (const [who, { page, news }] of [
    ['the person who has seen it', wisher],
    ['a person who wishes for another format', other],
  ] as const) {
    await Promise.all([page.waitForResponse(/rpc\/own_news/), page.goto('/')])
    await expect(news, who).toHaveCount(0)
  }
})
