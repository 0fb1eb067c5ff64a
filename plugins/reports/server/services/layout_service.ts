import db from '@adonisjs/lucid/services/db'
import { forbidden } from '#core/contract/errors'
import { type Session, acrossCompanies, currentCompanyId } from '#core/kit/scope'

/** Keys of the dashboard's parts: the order in which a person wants them, and what they hid. What is in neither comes last. */
export interface Layout {
  order: string[]
  hidden: string[]
}

/** An admin's is in no company. */
const inOwnScope = <T>(session: Session, fn: () => Promise<T>): Promise<T> =>
  session.isAdmin ? acrossCompanies(session, 'reports.layout', fn) : fn()

const own = ({ membershipId, userId }: Session) => {
  const query = db.from('reports_layouts')
  return membershipId ? query.where('membership_id', membershipId) : query.whereNull('membership_id').where('user_id', userId)
}

/** How this person arranged their dashboard; null when they never did. */
export async function layoutOf(session: Session): Promise<Layout | null> {
  const row = await inOwnScope(session, () => own(session).select('arranged', 'hidden').first())
  return row ? { order: row.arranged, hidden: row.hidden } : null
}

/** Remembers it on the server; null forgets. @throws AppError 403 visit_not_yours: who only visits the company has no dashboard there */
export async function saveLayout(session: Session, layout: Layout | null): Promise<void> {
  if (session.visit) throw forbidden('visit_not_yours')
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
