import db from '@adonisjs/lucid/services/db'
import { forbidden } from '#core/contract/errors'
import { type Session, acrossCompanies, currentCompanyId } from '#core/kit/scope'

/** Keys of the dashboard's parts: a person's order, and the ones they hid. Parts in neither list come last. */
export interface Layout {
  order: string[]
  hidden: string[]
}

/** An admin's layout belongs to no company. */
const inOwnScope = <T>(session: Session, fn: () => Promise<T>): Promise<T> =>
  session.isAdmin ? acrossCompanies(session, 'reports.layout', fn) : fn()

const own = ({ membershipId, userId }: Session) => {
  const query = db.from('reports_layouts')
  return membershipId ? query.where('membership_id', membershipId) : query.whereNull('membership_id').where('user_id', userId)
}

/** This person's dashboard layout; null when they have none. */
export async function layoutOf(session: Session): Promise<Layout | null> {
  const row = await inOwnScope(session, () => own(session).select('arranged', 'hidden').first())
  return row ? { order: row.arranged, hidden: row.hidden } : null
}

/**
 * Stores the layout on the server; null deletes it. @throws AppError 403 visit_not_yours: a person who only visits the company has no
 * dashboard there
 */
export async function saveLayout(session: Session, layout: Layout | null): Promise<void> {
  if (session.impersonation) throw forbidden('visit_not_yours')
  await inOwnScope(session, async () => {
    if (!layout) return own(session).delete()
    const owner = session.membershipId ? [currentCompanyId(), session.membershipId, null] : [null, null, session.userId]
    return db.rawQuery(
      `insert into reports_layouts (company_id, membership_id, user_id, arranged, hidden) values (?, ?, ?, ?, ?)
       on conflict (${session.membershipId ? 'company_id, membership_id' : 'user_id'}) do update set arranged = excluded.arranged, hidden = excluded.hidden`,
      [...owner, layout.order, layout.hidden] as never[],
    )
  })
}
