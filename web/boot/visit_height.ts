/** How high the bar of a visit is, in pixels: its room is kept while it comes. On a phone its buttons have a line of their own. */
export const VISIT_HEIGHT = { xs: 96, sm: 44 } as const
