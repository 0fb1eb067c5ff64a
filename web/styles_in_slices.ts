import { useInsertionEffect } from 'react'

/**
 * Replaces `@emotion/use-insertion-effect-with-fallbacks` in a build. Emotion would write all rules of a page after React has rendered the
 * whole of it, in one task that cannot be interrupted; here each rule is written by the slice that first needs it. Rules are named by their
 * content, so a rule from a discarded slice is still correct when it is used later.
 */
export const useInsertionEffectAlwaysWithSyncFallback = <T>(write: () => T): T => write()

/** For rules of the whole document, such as those of CssBaseline, which are removed with their component. */
export const useInsertionEffectWithLayoutFallback = useInsertionEffect
