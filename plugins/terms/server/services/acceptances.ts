import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { conflict, notFound } from '#core/contract/errors'
import type { PeopleCondition } from '#core/contract/lists'
import type { conditionsAccepted } from '#core/contract/people_events'
import { type ListQuery, type Page, pageOf } from '#core/kit/lists'
import { type Session, currentCompanyId, withinReach } from '#core/kit/scope'
import { type Version, currentVersion } from './versions.js'

interface Acceptance {
  membershipId: number
  versionId: number
  language: string
  at: Date
  via: 'page' | 'registration' | 'invitation'
}

/** Once per person and version, also for a repeated event. */
async function keep({ membershipId, versionId, language, at, via }: Acceptance): Promise<void> {
  await db.rawQuery(
    `insert into terms_acceptances (company_id, membership_id, version_id, language, accepted_at, via) values (?, ?, ?, ?, ?, ?)
       on conflict (company_id, membership_id, version_id) do nothing`,
    [currentCompanyId(), membershipId, versionId, language, at, via],
  )
}

/** A new person accepts the version of that moment. */
export async function recordAcceptance({ membershipId, language, acceptedAt, via }: PayloadOf<typeof conditionsAccepted>): Promise<void> {
  const at = new Date(acceptedAt)
  const version = await currentVersion(at)
  const isThere = await db.from('kit_members').where('id', membershipId).first()
  if (version && isThere) await keep({ membershipId, versionId: version.id, language, at, via })
}

/**
 * The version that the signed-in person still has to accept; `again` when they accepted another one before. Null for admins, who have no
 * company.
 */
export async function pendingVersion(session: Session): Promise<(Version & { again: boolean }) | null> {
  const { membershipId } = session
  if (!membershipId) return null
  const version = await currentVersion()
  if (!version) return null
  const { rows } = await db.rawQuery<{ rows: { agreed: boolean; before: boolean }[] }>(
    // A person who joined a moment ago accepted then; the record follows.
    `select coalesce(m.conditions_accepted_at >= ?, false)
              or exists (select 1 from terms_acceptances a where a.membership_id = m.id and a.version_id = ?) as agreed,
            exists (select 1 from terms_acceptances a where a.membership_id = m.id) as before
       from kit_members m where m.id = ?`,
    [version.published_at, version.id, membershipId],
  )
  const [row] = rows
  return row && !row.agreed ? { ...version, again: row.before } : null
}

/** The signed-in person accepts. @throws AppError 409 terms_changed when it is not the current version */
export async function acceptVersion(session: Session, { version, language }: { version: number; language: string }): Promise<void> {
  if (!session.membershipId) throw notFound()
  const current = await currentVersion()
  if (current?.id !== version) throw conflict('terms_changed')
  await keep({ membershipId: session.membershipId, versionId: version, language, at: new Date(), via: 'page' })
}

export interface AcceptanceRow {
  id: number
  name: string
  email: string | null
  company: string
  language: string
  accepted_at: Date
  via: Acceptance['via']
}

/** The selected people in this person's reach who accepted a version. @throws AppError 404 for a version out of reach */
export async function listAcceptances(
  session: Session,
  versionId: string,
  list: ListQuery<'name' | 'accepted_at'>,
  people: PeopleCondition,
): Promise<Page<AcceptanceRow>> {
  return withinReach(session, 'terms.acceptances', async () => {
    if (!(await db.from('terms_versions').where('id', versionId).select('id').first())) throw notFound()
    const meant = people('a.membership_id')
    const query = db
      .from('terms_acceptances as a')
      .join('kit_members as m', 'm.id', 'a.membership_id')
      .join('kit_companies as c', 'c.id', 'a.company_id')
      .where('a.version_id', versionId)
      .whereRaw(meant.sql, [...meant.values])
      .select('a.id', 'a.language', 'a.accepted_at', 'a.via', 'm.email', 'c.name as company')
      .select(db.raw('m.full_name as name'))
    return pageOf<AcceptanceRow, 'name' | 'accepted_at'>(query, list, {
      sort: { name: 'm.sort_name', accepted_at: 'a.accepted_at' },
      defaultSort: '-accepted_at' as never,
      search: `search_key(concat_ws(' ', m.full_name, m.email))`,
      key: 'a.id',
    })
  })
}
