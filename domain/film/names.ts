/**
 * The countries of a film. The SQL function `private.countries_in` does the same; a contract test compares them.
 * @param country as the film has it, several with commas.
 */
export function countryNames(country: string | null): string[] {
  return country === null ? [] : country.split(', ')
}

/**
 * The directors of a film. The SQL function `private.directors_in` does the same; a contract test compares them.
 * @param director as the film has it: `A`, `A and B`, or `A, B, and C`.
 */
export function directorNames(director: string): string[] {
  return director.split(/,? and |, /)
}
