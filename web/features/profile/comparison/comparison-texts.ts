import type { ComparedList } from '../../../../domain/comparison.ts'

interface ListTexts {
  label: string
  empty: string
}

/** The label of each list of the comparison of two people, and the text if it is empty. */
export function listTexts(list: ComparedList, one: string, other: string): ListTexts {
  switch (list) {
    case 'both_own':
      return { label: 'Both own', empty: `${one} and ${other} own no title in common.` }
    case 'only_one_owns':
      return onlyOwns(one, other)
    case 'only_other_owns':
      return onlyOwns(other, one)
    case 'wished_by_one':
      return wishes(one, other)
    case 'wished_by_other':
      return wishes(other, one)
  }
}

function onlyOwns(owner: string, other: string): ListTexts {
  return { label: `Only ${owner}`, empty: `${owner} owns no title that ${other} does not own.` }
}

function wishes(wisher: string, owner: string): ListTexts {
  return {
    label: `${wisher} wishes, ${owner} owns`,
    empty: `${wisher} wishes for no title that ${owner} owns.`,
  }
}
