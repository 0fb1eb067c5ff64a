import type { Session } from '../tenancy/session.js'
import { inReach } from './define_list.js'
import { listNamed } from './export.js'
import { assertSameParts, knownParts, requestOf } from './list_page.js'
import { type Chosen, queryOf } from './selection.js'

/** Ids per batch. */
const BATCH = 1000

/**
 * Calls `fn` with the ids of the selected rows of a list, in ascending batches, within the reach of the list. Used to show numbers before a
 * bulk action. Rows that were deleted in the meantime are skipped.
 * @param list name of the list
 * @param what as for `inReach`
 * @throws AppError 404 for an unknown list; 403 without access to it; 409 selection_changed where the list no longer knows one of its
 * `parts`
 */
export async function forEachSelected(
  session: Session,
  list: string,
  chosen: Chosen,
  what: string,
  fn: (ids: number[]) => Promise<void>,
): Promise<void> {
  const named = listNamed(list, session)
  await inReach(named, session, what, async () => {
    if ('query' in chosen) assertSameParts(named, session, { query: queryOf(chosen.query), parts: chosen.parts })
    const request = 'ids' in chosen ? {} : await requestOf(named, session, queryOf(chosen.query))
    const except = new Set('ids' in chosen ? [] : chosen.except)
    let past = 0
    for (;;) {
      const only = 'ids' in chosen ? chosen.ids.filter((id) => id > past).slice(0, BATCH) : undefined
      if (only && !only.length) return
      const rows = await named.source.ids(request as never, past, BATCH, only)
      const ids = rows.map(({ id }) => id).filter((id) => !except.has(id))
      if (ids.length) await fn(ids)
      if (!only && rows.length < BATCH) return
      past = only ? only.at(-1)! : rows.at(-1)!.id
    }
  })
}

const NO_FILTER = ['page', 'per_page', 'after', 'before', 'columns', 'sort']

/**
 * Reads a query of a list for storing, to find the same rows later. Drops its order and page, and empty parts, which filter nothing.
 * @returns what to store: pass both to `forEachSelected`
 * @throws AppError 404 for an unknown list; 403 without access to it; validation error (422) for an unknown value
 */
export async function readFilter(session: Session, list: string, query: string): Promise<{ query: string; parts: string[] }> {
  const named = listNamed(list, session)
  const asked = Object.fromEntries(Object.entries(queryOf(query)).filter(([part, value]) => value !== '' && !NO_FILTER.includes(part)))
  await requestOf(named, session, asked)
  const parts = knownParts(named, session, asked)
  const kept = Object.entries(asked).filter(([part]) => parts.includes(part))
  return { query: new URLSearchParams(kept).toString(), parts }
}
