/** What the fields hold, as typed; the address has it. */
export interface TypedTerms {
  /** A sale's percentage. */
  off?: string
  budget?: string
}

/** Reads the terms from an unknown value, such as an address. */
export function readTerms({ off, budget }: Record<string, unknown>): TypedTerms {
  return { ...textIn('off', off), ...textIn('budget', budget) }
}

function textIn(name: 'off' | 'budget', value: unknown): TypedTerms {
  return typeof value === 'string' && value.trim() !== '' ? { [name]: value.slice(0, 20) } : {}
}
