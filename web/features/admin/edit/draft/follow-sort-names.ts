import { sortDirector, sortTitle } from '../../../../../domain/film/sort-names.ts'
import type { Draft } from './draft.ts'

type Named = Pick<Draft, 'title' | 'director' | 'language' | 'sort_title' | 'sort_director'>

/** Keeps the names by which a film is sorted as the rule makes them, until somebody types others. */
export function followSortNames<Values extends Named>(next: Values, before: Values): Values {
  const [former, latter] = [before, next].map(namesOf)
  const follows = (name: 'sort_title' | 'sort_director') =>
    next[name] === before[name] && before[name] === former?.[name] ? latter?.[name] : next[name]
  return { ...next, sort_title: follows('sort_title'), sort_director: follows('sort_director') }
}

function namesOf({ title, director, language }: Named) {
  const name = director.trim()
  return {
    sort_title: sortTitle(title.trim(), language.trim() || null),
    sort_director: name && sortDirector(name),
  }
}
