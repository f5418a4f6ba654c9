import { describe, expect, test } from 'vitest'
import type { ProfileVisibility } from '../../../domain/profile-parts.ts'
import type { ListName } from './lists.ts'
import { shownLists, visibilityOfList } from './shown-lists.ts'

const PUBLIC: ProfileVisibility = {
  visibility: 'public',
  collection_visibility: 'public',
  watched_visibility: 'public',
  wishlist_visibility: 'public',
}

function shown(change: Partial<ProfileVisibility>, tab: ListName = 'owned', isOwn = false) {
  return shownLists({ ...PUBLIC, ...change }, isOwn, { tab, mine: [], owned: [] })
}

describe('the lists of a profile', () => {
  test('are all shown where nothing is hidden', () => {
    expect(shown({})).toEqual({
      lists: ['all', 'owned', 'unowned', 'watched', 'wishlist'],
      list: 'owned',
      isListed: true,
      parts: ['collection', 'watched', 'wishlist'],
    })
  })

  test('leave out those of a hidden part', () => {
    expect(shown({ watched_visibility: 'private' }).lists).toEqual(['all', 'owned', 'unowned', 'wishlist'])
    expect(shown({ collection_visibility: 'private' }).lists).toEqual(['watched', 'wishlist'])
  })

  test('are all there for the owner', () => {
    const own = shown({ collection_visibility: 'private', watched_visibility: 'private' }, 'watched', true)
    expect(own).toMatchObject({ list: 'watched', parts: ['collection', 'watched', 'wishlist'] })
    expect(own.lists).toHaveLength(5)
  })

  test('a list that is hidden gives way to another', () => {
    expect(shown({ wishlist_visibility: 'private' }, 'wishlist').list).toBe('owned')
    expect(shown({ collection_visibility: 'private' }, 'unowned').list).toBe('watched')
    const hidden = {
      collection_visibility: 'private',
      watched_visibility: 'private',
      wishlist_visibility: 'private',
    }
    expect(shown(hidden)).toEqual({ lists: [], list: undefined, isListed: true, parts: [] })
  })
})

describe('search engines', () => {
  test('may list the pages of public lists, which show nothing of an unlisted one', () => {
    expect(shown({ watched_visibility: 'unlisted' })).toMatchObject({
      isListed: true,
      parts: ['collection', 'wishlist'],
      lists: ['all', 'owned', 'unowned', 'watched', 'wishlist'],
    })
  })

  test('do not list the page of an unlisted list, which shows all', () => {
    expect(shown({ watched_visibility: 'unlisted' }, 'watched')).toMatchObject({
      isListed: false,
      parts: ['collection', 'watched', 'wishlist'],
    })
  })

  test('do not list a page whose filters are of an unlisted part', () => {
    const asked = { tab: 'owned', mine: ['unwatched'], owned: [] } as const
    expect(shownLists(PUBLIC, false, asked).isListed).toBe(true)
    expect(shownLists({ ...PUBLIC, watched_visibility: 'unlisted' }, false, asked).isListed).toBe(false)
    expect(
      shownLists({ ...PUBLIC, collection_visibility: 'unlisted' }, false, {
        tab: 'watched',
        mine: [],
        owned: ['dvd'],
      }).isListed,
    ).toBe(false)
  })

  test('do not list any page of an unlisted profile', () => {
    const unlisted = {
      visibility: 'unlisted',
      collection_visibility: 'unlisted',
      watched_visibility: 'private',
      wishlist_visibility: 'unlisted',
    }
    expect(shown(unlisted)).toMatchObject({ isListed: false, parts: ['collection', 'wishlist'] })
  })
})

test('a list has the visibility of the part that contains it', () => {
  const profile = { ...PUBLIC, wishlist_visibility: 'private' }
  expect(visibilityOfList(profile, 'wishlist')).toBe('private')
  expect(visibilityOfList(profile, 'unowned')).toBe('public')
})
