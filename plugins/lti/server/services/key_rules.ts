/** The purpose for which the private keys of a company are sealed. */
export const KEY_PURPOSE = 'lti.key'
/** Anything signed with a retired key expired long ago; others cache key sets for a day or two. */
export const OVERLAP_DAYS = 30
