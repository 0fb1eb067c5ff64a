import { useInsertionEffect } from 'react'

/**
 * Stands in the place of `@emotion/use-insertion-effect-with-fallbacks` in a build. Emotion would write all rules of a page when React has
 * drawn the whole of it, in one task that nothing can interrupt; each is written by the slice that first needs it. A rule is named by
 * what it says: one of a slice that is thrown away is right when it is used after all.
 */
export const useInsertionEffectAlwaysWithSyncFallback = <T>(write: () => T): T => write()

/** For rules of the whole document, such as CssBaseline's, which go when their component goes. */
export const useInsertionEffectWithLayoutFallback = useInsertionEffect
