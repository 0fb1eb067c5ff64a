/** The plugins that `npm test` generates in its copy of the project: one in the repository, one as an npm package. */
export const INSIDE = 'lost_property'
export const PACKAGED = 'wish_list'

/** Whether a name belongs to the platform's own plugins, and is therefore in a reviewed list. */
export const isReviewed = (name: string): boolean => ![INSIDE, PACKAGED].some((id) => name.startsWith(`${id}.`))
