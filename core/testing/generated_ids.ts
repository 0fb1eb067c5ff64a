/** The plugins that `npm test` generates in its copy of the project: one in the repository, one as an npm package. */
export const INSIDE = 'lost_property'
export const PACKAGED = 'wish_list'

/** Whether a name is of the platform's own plugins, and so stands in a list that people reviewed. */
export const isReviewed = (name: string): boolean => ![INSIDE, PACKAGED].some((id) => name.startsWith(`${id}.`))
