import type { Json } from '../../../../../domain/database.types.ts'
import {
  ALIAS_KIND_NAMES,
  type Aliases,
  type AliasKind,
  aliasFault,
} from '../../../../../domain/film/aliases.ts'

/** The fields of a form for the aliases of a film, one for each kind, with | between several. */
export type AliasField = `alias_${AliasKind}`
type AliasTexts = Record<AliasField, string>

export const aliasField = (kind: AliasKind): AliasField => `alias_${kind}`

export function aliasTextsOf(aliases: Json | undefined): AliasTexts {
  const known = (aliases ?? {}) as Aliases
  const texts = ALIAS_KIND_NAMES.map((kind) => [aliasField(kind), (known[kind] ?? []).join(' | ')])
  return Object.fromEntries(texts)
}

/** The aliases that fields describe, each list in order and without repetitions; null without any. */
export function aliasesOf(texts: AliasTexts): Aliases | null {
  const kinds = ALIAS_KIND_NAMES.map((kind) => [kind, valuesOf(texts[aliasField(kind)])] as const)
  const filled = kinds.filter(([, values]) => values.length > 0)
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

export function isSameAliases(one: Json | undefined, other: Json | undefined): boolean {
  const arranged = (aliases: Json | undefined) => JSON.stringify(aliasesOf(aliasTextsOf(aliases)))
  return arranged(one) === arranged(other)
}

/** One sentence for each field that has a fault. */
export function aliasFaults(texts: AliasTexts): Partial<AliasTexts> {
  const faults: Partial<AliasTexts> = {}
  for (const kind of ALIAS_KIND_NAMES) {
    const wrong = valuesOf(texts[aliasField(kind)]).find((value) => aliasFault(kind, value))
    if (wrong) faults[aliasField(kind)] = `“${wrong.slice(0, 40)}” ${aliasFault(kind, wrong)}.`
  }
  return faults
}

/** All aliases in words: 'La Grande Illusion, tt0028950', or 'none'. */
export function aliasesInWords(aliases: Json | undefined): string {
  const values = Object.values((aliases ?? {}) as Aliases).flat()
  return values.length > 0 ? values.join(', ') : 'none'
}

function valuesOf(text: string): string[] {
  const values = text.split('|').map((value) => value.trim())
  return [...new Set(values)].filter(Boolean).sort()
}
