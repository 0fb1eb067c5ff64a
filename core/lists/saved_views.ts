import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '../contract/errors.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { listNamed } from './export.js'

/** The settings a person stores for one list. */
const MOST_VIEWS = 50

/** Filters, order and columns of a list under a name. */
export interface SavedView {
  id: number
  name: string
  /** The query string of the page, with the chosen columns as `columns`. */
  filter: string
  shared: boolean
  /** Whether it is the person's own, to change and delete. */
  own: boolean
}

interface ViewRow {
  id: number
  name: string
  query: string
  is_shared: boolean
  membership_id: number | null
  user_id: number | null
}

const inOwnScope = <T>(session: Session, fn: () => Promise<T>): Promise<T> => (session.companyId ? fn() : asSystem('lists.views', fn))
const ownerOf = ({ companyId, membershipId, userId }: Session) =>
  companyId ? { company_id: companyId, membership_id: membershipId } : { user_id: userId }

const isOwn = (row: ViewRow, { membershipId, userId, companyId }: Session) =>
  companyId ? row.membership_id === membershipId : row.user_id === userId

function mine(session: Session, list?: string) {
  const query = db.from('core_list_views').where(ownerOf(session))
  if (!session.companyId) query.whereNull('company_id')
  return list ? query.where('list', list) : query
}

/** A person's own views of a list and those that colleagues share, by name. @throws AppError 404, 403 as the list itself */
export async function savedViews(session: Session, list: string): Promise<SavedView[]> {
  listNamed(list, session)
  return inOwnScope(session, async () => {
    const query = session.companyId
      ? db
          .from('core_list_views')
          .where('list', list)
          .where((any) => void any.where('membership_id', session.membershipId!).orWhere('is_shared', true))
      : mine(session, list)
    const rows = (await query.orderByRaw('lower(name), id').limit(500).select('*')) as ViewRow[]
    return rows.map((row) => ({ id: row.id, name: row.name, filter: row.query, shared: row.is_shared, own: isOwn(row, session) }))
  })
}

/**
 * Saves a view. Replaces one's own view of the same name. An admin has no company to share with.
 * @throws AppError 404, 403 as the list itself; 409 too_many_views
 */
export async function saveView(
  session: Session,
  { list, name, filter, shared }: { list: string; name: string; filter: string; shared: boolean },
): Promise<SavedView> {
  listNamed(list, session)
  return inOwnScope(session, () =>
    db.transaction(async (trx) => {
      // One at a time, so that two of the same name become one.
      await trx.rawQuery(`select pg_advisory_xact_lock(hashtext('core.list_views'), ?::int)`, [session.userId % 2_147_483_647])
      const known: ViewRow | null = await mine(session, list).useTransaction(trx).whereRaw('lower(name) = lower(?)', [name]).first()
      const [{ kept }] = await mine(session, list).useTransaction(trx).count('* as kept')
      if (!known && Number(kept) >= MOST_VIEWS) throw conflict('too_many_views')
      const change = { name, query: filter, is_shared: shared && session.companyId !== null }
      const [row] = (
        known
          ? await trx.from('core_list_views').where('id', known.id).update(change).returning('*')
          : await trx
              .table('core_list_views')
              .insert({ ...ownerOf(session), list, ...change })
              .returning('*')
      ) as [ViewRow]
      return { id: row.id, name: row.name, filter: row.query, shared: row.is_shared, own: true }
    }),
  )
}

/** Gives the running company a view without an owner, unless it has one of that name. @param filter as in the page's address */
export async function shareView({ list, name, filter }: Pick<SavedView, 'name' | 'filter'> & { list: string }): Promise<void> {
  if (await db.from('core_list_views').where({ list, name }).select('id').first()) return
  await db.table('core_list_views').insert({ company_id: currentCompanyId(), list, name, query: filter, is_shared: true })
}

/** Deletes a view of one's own, or one whose owner left. @throws AppError 404 for any other; 404, 403 as the list itself */
export async function removeView(session: Session, id: string | number): Promise<void> {
  await inOwnScope(session, async () => {
    const found = () => {
      const query = db.from('core_list_views').where('id', id)
      return session.companyId
        ? query.where((any) => void any.where('membership_id', session.membershipId!).orWhereNull('membership_id'))
        : query.where('user_id', session.userId)
    }
    const view: { list: string; membership_id: number | null } | null = await found().select('list', 'membership_id').first()
    if (!view) throw notFound()
    // A view without an owner is for everybody who sees the list. One's own can be deleted even if the list is gone.
    if (session.companyId && view.membership_id === null) listNamed(view.list, session)
    await found().delete()
  })
}
