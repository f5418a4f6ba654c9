/** The id of the last part that a page is first seen with: index.html has nothing painted before it is there. */
export const FIRST_VIEW_ID = 'first-seen'
