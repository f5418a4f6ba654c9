/**
 * The names by which films are sorted, made by rule: a title without opening punctuation and without the article of the
 * film's own language, a director with the surname first. The SQL functions `private.sort_title` and
 * `private.sort_director` do the same; a contract test compares them.
 */

/** Every title may be an English translation. The parts are regular expressions, without regard to case. */
const ARTICLES: Record<string, string> = {
  English: 'the |an? ',
  French: "les? |la |une? |l['’]",
  Italian: "il |lo |la |i |gli |le |uno? |una |l['’]|un['’]",
  Spanish: 'el |los? |las? |una? ',
  Portuguese: 'os? |as? |uma? ',
  German: 'der |die |das |eine? ',
  Dutch: 'de |het |een ',
  Swedish: 'en |ett |den |det |de ',
  Danish: 'en |et |den |det |de ',
  Norwegian: 'en |et |den |det |de ',
  Hungarian: 'az? |egy ',
}

const OPENING_SIGNS = /^[¡¿"'“”‘’«»…([*#!?.,:;–— -]+/

/** @param language as the film has it, several with commas. */
export function sortTitle(title: string, language: string | null): string {
  const articles = ['English', ...(language ?? '').split(', ')].flatMap((name) => ARTICLES[name] ?? [])
  const named = title.replace(OPENING_SIGNS, '')
  return (
    named.replace(new RegExp(`^(?:${articles.join('|')})(?=.)`, 'i'), '').replace(OPENING_SIGNS, '') || title
  )
}

/** Words that begin a surname. `von` does not: it stands behind the given name. */
const PARTICLES = 'De|Del|Della|Di|Da|Do|Dos|Du|La|Le|El|Van|Von|St\\.|de|del|della|di|da|do|dos|du|la|le|el'

const SURNAME = new RegExp(`(?:^| )((?:(?:${PARTICLES}) )*[^ ]+(?: (?:Jr\\.|Sr\\.|II|III))?)$`)

/** Chinese and Korean names with a hyphen in the given name, which stands behind. */
const FAMILY_NAME_FIRST = /^[A-Z][a-z]+ [A-Z][a-z]+-[a-z]+$/

/** @param director as the film has it: of several, the first decides. */
export function sortDirector(director: string): string {
  const first = director.replace(/(?:,? and |, ).*$/, '') || director
  const surname = SURNAME.exec(first)?.[1]
  if (!surname || surname === first || FAMILY_NAME_FIRST.test(first)) return first
  return `${surname}, ${first.slice(0, -surname.length).trimEnd()}`
}
