import { inReach, requestOf } from '#core/kit/lists'
import type { Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { totals, totalsCourses } from './totals.js'

/** The columns of /totaal with their numbers, for the same query as its rows. A search, or all companies at once, is not counted. */
export async function totalsColumns(session: Session, queryString: unknown) {
  const query = await requestOf(totals, session, queryString)
  const counted = !query.search && (!session.isAdmin || query.company !== undefined)
  const { language } = session.row
  const rows = await inReach(totals, session, 'columns', () => totalsCourses(query, language))
  return {
    data: rows.map(({ id, name, people, passed, overdue }) => ({
      id,
      name: textIn(name, language),
      counts: counted ? { people, passed, overdue } : null,
    })),
  }
}
