let hears = false

/** Sets whether this page is told at once of what the person changes elsewhere. */
export function setHearing(is: boolean): void {
  hears = is
}

/** For a person's queries: a tab that comes to the front reads again what it was not told of. */
export function refetchUnlessHearing(): true | 'always' {
  return hears ? true : 'always'
}
