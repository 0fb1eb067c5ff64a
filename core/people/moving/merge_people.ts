import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { holdTokens } from '../../accounts/tokens.js'
import { conflict, notFound } from '../../contract/errors.js'
import { personMoved } from '../../contract/people_events.js'
import { emit } from '../../events/outbox.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { recordAudit } from '../../privacy/audit.js'
import { acrossCompanies } from '../../tenancy/across.js'
import { inCompany } from '../../tenancy/scope.js'
import type { Session } from '../../tenancy/session.js'
import { deleteUserData } from '../../privacy/core_data.js'
import { lockSupervisors, refuseLastSupervisor } from '../lock_members.js'
import { DEADLOCK } from './move_person.js'
import { type DecidedMoves, assertMovesDecided } from './rules.js'
import { type MovePreview, Summary, RollbackTrial, assertNamed } from './summary.js'

const UNIQUE_VIOLATION = '23505'
const MEMBERS = 'core_memberships'
const USERS = 'core_users'

export interface MergeOrder {
  /** A membership of the account that is kept. */
  membershipId: number
  /** Address of the account that is removed. */
  email: string
}

export interface MergePreview extends MovePreview {
  kept: { name: string; email: string | null }
  gone: { name: string; email: string | null }
  /** Names of companies: where both are members, and where only the removed account is. */
  companies: { both: string[]; joins: string[] }
}

interface Account {
  id: number
  email: string | null
  name: string
  platform_role: string | null
}

/**
 * Previews a merge of two accounts by running it and rolling back, so that the preview cannot differ from the result.
 * @throws AppError 404 for an unknown membership or address; 409 same_account, own_account, person_is_admin, last_supervisor, move_changed
 * when one of them joined a company at that moment
 */
export async function previewMerge(session: Session, order: MergeOrder): Promise<MergePreview> {
  return acrossCompanies(session, 'people.merge_preview', async () => {
    const decided = await decide()
    let found: Merged | undefined
    try {
      await db.transaction(async (trx) => {
        found = await merge(trx, session, order, decided)
        throw new RollbackTrial(found.summary)
      })
    } catch (error) {
      if (!(error instanceof RollbackTrial) || !found) throw error
      const { kept, gone, both, joins } = found
      const person = ({ name, email }: Account) => ({ name, email })
      return { ...error.summary.preview(decided, session.row.language), kept: person(kept), gone: person(gone), companies: { both, joins } }
    }
    throw new Error('A trial ends by itself.')
  })
}

/**
 * Merges two accounts of one person: everything of the removed account becomes the kept one's, and its sessions, links and second factor
 * end. One transaction. Audited in each company.
 * @param confirm the address of the removed account, as typed to confirm
 * @throws AppError as `previewMerge`; 422 at confirm; 409 move_changed when it differs from the preview
 */
export async function mergePeople(
  session: Session,
  order: MergeOrder,
  { version, confirm }: { version: string; confirm: string },
): Promise<void> {
  await acrossCompanies(session, 'people.merge', async () => {
    const decided = await decide()
    try {
      await db.transaction(async (trx) => {
        const { gone, summary } = await merge(trx, session, order, decided)
        assertNamed(confirm, gone)
        summary.assertIs(version)
      })
    } catch (error) {
      throw (error as { code?: string }).code === DEADLOCK ? conflict('move_changed') : error
    }
  })
}

const decide = () => assertMovesDecided((sql) => db.rawQuery(sql), pluginRegistry().plugins)

interface Merged {
  summary: Summary
  kept: Account
  gone: Account
  both: string[]
  joins: string[]
}

async function merge(trx: TransactionClientContract, session: Session, order: MergeOrder, decided: DecidedMoves): Promise<Merged> {
  const summary = new Summary()
  const { kept, gone } = await accounts(trx, session, order)
  const theirs = (await trx
    .from(`${MEMBERS} as m`)
    .join('core_companies as c', 'c.id', 'm.company_id')
    .leftJoin(`${MEMBERS} as k`, (on) => on.on('k.company_id', 'm.company_id').andOnVal('k.user_id', kept.id))
    .where('m.user_id', gone.id)
    .orderByRaw('search_key(c.name), c.id')
    .select('m.id', 'm.company_id', 'c.name as company', 'k.id as kept')) as {
    id: number
    company_id: number
    company: string
    kept: number | null
  }[]
  // Always in the same order, whichever person is kept, to avoid deadlocks.
  await trx.from(MEMBERS).whereIn('user_id', [kept.id, gone.id]).orderBy('id').forUpdate().select('id')
  const sessions = await trx.from('core_sessions').whereIn('user_id', [kept.id, gone.id]).delete()
  summary.add('core_sessions', 'ends', Number(sessions))
  await trx.from('core_tokens').where('user_id', gone.id).delete()

  for (const { id, company_id: companyId, kept: into } of theirs) {
    if (into) {
      const pair = { kept: into, gone: id }
      for (const { reconcile } of decided.handlers) if (reconcile) await inCompany(companyId, () => reconcile(trx, pair))
      await keepASupervisor(trx, companyId, pair)
      await joinMemberships(trx, decided, pair, summary)
      await retell(trx, companyId, pair)
    } else {
      summary.fact(`joins ${id}`)
      await trx.from(MEMBERS).where({ id }).update({ user_id: kept.id })
    }
    const now = into ?? id
    for (const { settle } of decided.handlers) if (settle) await inCompany(companyId, () => settle(trx, now))
    await inCompany(companyId, async () => {
      await recordAudit(trx, session, { action: 'member.merged', reason: 'people.merge', details: { membershipId: now, gone: id } })
      await emit(trx, personMoved, { membershipId: now })
    })
  }
  await joinAccounts(trx, { kept: kept.id, gone: gone.id })
  // Data that stays under the removed account is deleted with it, and so is what others wrote to its address.
  await deleteUserData(trx, gone.id)
  const named = (has: boolean) => theirs.filter((one) => Boolean(one.kept) === has).map(({ company }) => company)
  return { summary, kept, gone, both: named(true), joins: named(false) }
}

async function accounts(
  trx: TransactionClientContract,
  session: Session,
  { membershipId, email }: MergeOrder,
): Promise<{ kept: Account; gone: Account }> {
  const columns = [
    'id',
    'platform_role',
    trx.raw('core_mailbox(email) as email'),
    trx.raw('core_full_name(firstname, infix, lastname) as name'),
  ]
  const member: { user_id: number } | null = await trx.from(MEMBERS).where('id', membershipId).select('user_id').first()
  const other: { id: number } | null = await trx.from(USERS).whereRaw('email = ?::citext', [email.trim()]).select('id').first()
  if (!member || !other) throw notFound()
  if (member.user_id === other.id) throw conflict('same_account')
  if (other.id === session.userId || member.user_id === session.userId) throw conflict('own_account')
  const companies = async () =>
    ((await trx.from(MEMBERS).whereIn('user_id', [member.user_id, other.id]).select('company_id')) as { company_id: number }[]).map(
      ({ company_id: id }) => id,
    )
  const known = await companies()
  await holdTokens(trx, [member.user_id, other.id])
  await lockSupervisors(trx, known)
  const held = (await trx.from(USERS).whereIn('id', [member.user_id, other.id]).orderBy('id').forUpdate().select(columns)) as Account[]
  const kept = held.find(({ id }) => id === member.user_id)
  const gone = held.find(({ id }) => id === other.id)
  if (!kept || !gone) throw notFound()
  // From here on the person cannot join another company.
  if ((await companies()).some((id) => !known.includes(id))) throw conflict('move_changed')
  if (kept.platform_role || gone.platform_role) throw conflict('person_is_admin')
  return { kept, gone }
}

/** Each row of the removed account is changed to the kept one. Duplicates stay behind and are deleted with the membership. */
async function joinMemberships(
  trx: TransactionClientContract,
  decided: DecidedMoves,
  { kept, gone }: { kept: number; gone: number },
  summary: Summary,
): Promise<void> {
  for (const { table, column } of await keysTo(trx, MEMBERS)) {
    const rows = (await trx.from(table).where(column, gone).orderBy('id').forUpdate().select('id')) as { id: number }[]
    for (const { id } of rows) {
      const isMoved = await orTwice(trx, (savepoint) =>
        decided.neverChanged.has(table)
          ? rewrite(savepoint, table, column, id, kept)
          : savepoint
              .from(table)
              .where({ id })
              .update({ [column]: kept }),
      )
      summary.add(table, isMoved ? 'merged' : 'twice', 1)
    }
  }
  const was = await trx.from(MEMBERS).where('id', gone).select('skillset', 'extra_info', 'created_at', 'status', 'role').first()
  // Notes about the person are kept. Rights are not added up, because nobody gave them to this account; after a deactivation they do not
  // return either.
  await trx.rawQuery(
    `update core_memberships set extra_info = ?::jsonb || extra_info, created_at = least(created_at, ?::timestamptz),
            skillset = array(select distinct unnest(skillset || ?::text[]) order by 1),
            role = case when status = 'active' or ? <> 'active' or role = ? then role else 'leerling' end,
            status = case when 'active' in (status, ?) then 'active' else 'inactive' end where id = ?`,
    [JSON.stringify(was.extra_info), was.created_at, was.skillset, was.status, was.role, was.status, kept],
  )
  await trx.from(MEMBERS).where('id', gone).delete()
}

/** Rights are not added up, so if the removed account was the only supervisor, another one must be appointed first. */
async function keepASupervisor(
  trx: TransactionClientContract,
  companyId: number,
  { kept, gone }: { kept: number; gone: number },
): Promise<void> {
  const supervises = (id: number) => trx.from(MEMBERS).where({ id, role: 'beheerder', status: 'active' }).select('id').first()
  if ((await supervises(gone)) && !(await supervises(kept))) await refuseLastSupervisor(trx, companyId, gone)
}

async function joinAccounts(trx: TransactionClientContract, { kept, gone }: { kept: number; gone: number }): Promise<void> {
  // Ways of signing in belong to one account. So do an admin's platform rows, but no admin is merged here.
  const ends = new Set(['core_sessions', 'core_tokens', 'core_passkeys', 'core_second_factors', 'core_recovery_codes'])
  for (const { table, column } of await keysTo(trx, USERS)) {
    if (ends.has(table)) continue
    const rows = (await trx.from(table).where(column, gone).orderBy('id').forUpdate().select('id')) as { id: number }[]
    for (const { id } of rows)
      await orTwice(trx, (savepoint) =>
        savepoint
          .from(table)
          .where({ id })
          .update({ [column]: kept }),
      )
  }
}

/** Events under way and audit entries about the removed account are changed to the kept one. */
async function retell(trx: TransactionClientContract, companyId: number, { kept, gone }: { kept: number; gone: number }): Promise<void> {
  const named = (of: string) => `${of} = jsonb_set(${of}, '{membershipId}', to_jsonb(?::bigint))`
  await trx.rawQuery(`update core_outbox set ${named('payload')} where company_id = ? and payload->>'membershipId' = ?`, [
    kept,
    companyId,
    String(gone),
  ])
  await trx.rawQuery(`update core_audit_log set ${named('details')} where company_id = ? and details->>'membershipId' = ?`, [
    kept,
    companyId,
    String(gone),
  ])
  for (const path of [`{payload,membershipId}`, `{membershipId}`]) {
    await trx.rawQuery(
      `update pgboss.job set data = jsonb_set(data, ?::text[], to_jsonb(?::bigint)) where group_id = ? and state < 'active' and data #>> ?::text[] = ?`,
      [path, kept, String(companyId), path, String(gone)],
    )
  }
}

/** The columns that refer to people or memberships, from the foreign keys. */
async function keysTo(trx: TransactionClientContract, target: string): Promise<{ table: string; column: string }[]> {
  const { rows } = await trx.rawQuery<{ rows: { table: string; column: string }[] }>(
    `select con.conrelid::regclass::text as "table", a.attname as "column"
       from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = any(con.conkey) and a.attname <> 'company_id'
      where con.contype = 'f' and con.confrelid = ?::regclass order by 1, 2`,
    [target],
  )
  return rows
}

/** @returns false when the kept account already has such a row: then nothing was changed */
async function orTwice(
  trx: TransactionClientContract,
  fn: (savepoint: TransactionClientContract) => PromiseLike<unknown>,
): Promise<boolean> {
  const savepoint = await trx.transaction()
  try {
    await fn(savepoint)
    await savepoint.commit()
    return true
  } catch (error) {
    await savepoint.rollback()
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    return false
  }
}

/** For tables that refuse updates: inserts the row again for the kept account. */
async function rewrite(trx: TransactionClientContract, table: string, column: string, id: number, kept: number): Promise<void> {
  const { rows } = await trx.rawQuery<{ rows: { name: string }[] }>(
    `select attname as name from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id' order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => `"${name}"`)
  await trx.rawQuery(
    `insert into ${table} (${names.join(', ')}) select ${names.map((name) => (name === `"${column}"` ? '?::bigint' : name)).join(', ')} from ${table} where id = ?`,
    [kept, id],
  )
}
