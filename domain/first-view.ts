/** The id of the last element of the first view. The browser paints nothing before it has parsed it (index.html). */
export const FIRST_VIEW_ID = 'first-view'
