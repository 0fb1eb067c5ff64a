import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

interface Entry {
  readonly key: string
  readonly address: string
  /** Its position in the tab's history. */
  readonly index: number
}

/** Whether somebody went one entry back and sees the same address. Pure. */
export const sameAgain = (before: Entry, now: Entry): boolean =>
  now.key !== before.key && now.index === before.index - 1 && now.address === before.address

/**
 * Closing a panel by its cross leaves a history entry with the address below it (decision 0208), so "back" would change nothing. From there
 * go back one further.
 */
export function skipRepeatedEntries(router: Router): Router {
  const entryOf = ({ key, pathname, search, hash }: Router['state']['location']): Entry => ({
    key,
    address: pathname + search + hash,
    index: (window.history.state as { idx?: number } | null)?.idx ?? 0,
  })
  let before = entryOf(router.state.location)
  router.subscribe(({ historyAction, location }) => {
    if (location.key === before.key) return
    const now = entryOf(location)
    const again = historyAction === 'POP' && sameAgain(before, now)
    before = now
    if (again) void router.navigate(-1)
  })
  return router
}
