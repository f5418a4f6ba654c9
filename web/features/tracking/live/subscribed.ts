let isSubscribed = false

/** Sets whether this page receives at once what the person changes elsewhere. */
export function setSubscribed(is: boolean): void {
  isSubscribed = is
}

/** For a person's queries: a tab that comes to the front reads again unless it received every change. */
export function refetchUnlessSubscribed(): true | 'always' {
  return isSubscribed ? true : 'always'
}
