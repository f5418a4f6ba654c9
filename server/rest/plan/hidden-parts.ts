/** Plan: a relation and its conditions → SQL that admits the people asked for before a row of theirs is read. */

import type { Condition } from '../../../domain/rest/request.ts'
import { arrayLiteral } from '../sql/conditions-sql.ts'
import { type AddValue, literal, quoted } from '../sql/names-sql.ts'
import type { ReadPlan } from './plan-read.ts'

/** A person, or the people, whose rows a condition gives. */
interface AskedPeople {
  /** Several people are the text of an array. */
  text: string
  several: boolean
}

/**
 * Writes conditions that hold for people who show the part of their profile to which the relation belongs. The row rule
 * alone would look at each row: a hidden list would take longer the more it has, which would tell others how long it is.
 */
export function admittedPeopleSql(
  { hiddenPart, conditions }: Pick<ReadPlan, 'hiddenPart' | 'conditions'>,
  addValue: AddValue,
): string[] {
  if (!hiddenPart) return []
  const shows = `private.shows(person, ${literal(hiddenPart.part)})`
  return conditions
    .flatMap((condition) => askedPeople(condition, hiddenPart.person))
    .map(({ text, several }) => {
      const people = addValue(text)
      return several
        ? `t.${quoted(hiddenPart.person)} = any(array(select person from unnest(${people}::uuid[]) as person where ${shows}))`
        : `(select ${shows} from (select ${people}::uuid as person) as asked)`
    })
}

function askedPeople(condition: Condition, column: string): AskedPeople[] {
  if (condition.negated) return []
  if (condition.kind !== 'comparison')
    return condition.kind === 'and' ? condition.members.flatMap((member) => askedPeople(member, column)) : []
  if (condition.path || condition.column !== column) return []
  if (condition.operator === 'in') return [{ text: arrayLiteral(condition.values), several: true }]
  if (condition.operator !== 'eq' || condition.quantifier === 'all') return []
  return [{ text: condition.value, several: condition.quantifier === 'any' }]
}
