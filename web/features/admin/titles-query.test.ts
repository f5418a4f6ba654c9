import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { FILM } from './edit/draft/film.fixture.ts'
import { removeFilm, titlesQuery } from './titles-query.ts'

test('removing a film lowers the total of the lists that have it, and of no other list', () => {
  const cache = new QueryClient()
  const film = (id: number) => ({ ...FILM, id, revision: 1 })
  const list = (q: string, ids: number[]) =>
    cache.setQueryData(titlesQuery(q).queryKey, {
      pages: [{ q, films: ids.map(film), total: 7 }],
      pageParams: [0],
    })
  list('with', [1, 2])
  list('without', [3])
  removeFilm(cache, 2)
  const totalOf = (q: string) => cache.getQueryData(titlesQuery(q).queryKey)?.pages[0]?.total
  expect(totalOf('with')).toBe(6)
  expect(totalOf('without')).toBe(7)
})
