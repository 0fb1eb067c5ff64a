import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { runIn } from '../../archive/export_company.js'
import { type ArchivedTable, type ArchiveSchema, readArchiveSchema } from '../../archive/archive_schema.js'
import { type Row, tableNamed } from '../../archive/rows.js'
import { holdTokens } from '../../accounts/tokens.js'
import { conflict, notFound } from '../../contract/errors.js'
import { personMoved } from '../../contract/people_events.js'
import { emit } from '../../events/outbox.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { recordAudit } from '../../privacy/audit.js'
import { acrossCompanies } from '../../tenancy/across.js'
import { inCompany } from '../../tenancy/scope.js'
import type { Session } from '../../tenancy/session.js'
import { lockSupervisors, refuseLastSupervisor } from '../lock_members.js'
import { type DecidedMoves, assertMovesDecided } from './rules.js'
import { type MovePreview, Summary, RollbackTrial, assertNamed } from './summary.js'

const UNIQUE_VIOLATION = '23505'
export const DEADLOCK = '40P01'
const MEMBERS = 'core_memberships'
const FILES = 'core_files'

interface Member {
  id: number
  company_id: number
  user_id: number
  email: string | null
  name: string
  role: string
  status: string
}

export interface MoveOrder {
  membershipId: number
  /** The target company. */
  companyId: number
}

/**
 * Previews a move to another company by running it and rolling back, so that the preview cannot differ from the result.
 * @throws AppError 404; 409 own_membership, same_company, company_closed, last_supervisor, move_taken
 */
export async function previewMove(session: Session, order: MoveOrder): Promise<MovePreview> {
  return acrossCompanies(session, 'people.move_preview', async () => {
    const decided = await decide()
    try {
      await db.transaction(async (trx) => {
        throw new RollbackTrial((await move(trx, session, order, decided)).summary)
      })
    } catch (error) {
      if (error instanceof RollbackTrial) return error.summary.preview(decided, session.row.language)
      throw taken(error)
    }
    throw new Error('A trial ends by itself.')
  })
}

/**
 * Moves a person to another company in one transaction: their rows move and keep their ids; their old membership stays, closed. Audited in
 * both companies.
 * @param confirm their e-mail address, as typed to confirm
 * @returns their membership there
 * @throws AppError as `previewMove`; 422 at confirm; 409 move_changed when it differs from the preview
 */
export async function movePerson(
  session: Session,
  order: MoveOrder,
  { version, confirm }: { version: string; confirm: string },
): Promise<number> {
  return acrossCompanies(session, 'people.move', async () => {
    const decided = await decide()
    const from: { company_id: number } | null = await db.from(MEMBERS).where('id', order.membershipId).select('company_id').first()
    if (!from) throw notFound()
    try {
      return await db.transaction(async (trx) => {
        // Of two clicks the second starts after the first has finished, including its preparation.
        await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('people.move', ?))`, [order.membershipId])
        for (const { prepare } of decided.handlers) if (prepare) await inCompany(from.company_id, () => prepare(order.membershipId))
        const { to, summary, from: person } = await move(trx, session, order, decided)
        assertNamed(confirm, person)
        summary.assertIs(version)
        return to
      })
    } catch (error) {
      throw taken(error)
    }
  })
}

const decide = () => assertMovesDecided((sql) => db.rawQuery(sql), pluginRegistry().plugins)

/** The target already has such a row, such as the same number; or concurrent work conflicted with the move. */
function taken(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === DEADLOCK) return conflict('move_changed')
  return code === UNIQUE_VIOLATION ? conflict('move_taken', { constraint }) : error
}

async function move(trx: TransactionClientContract, session: Session, order: MoveOrder, decided: DecidedMoves) {
  const summary = new Summary()
  const from = await held(trx, order.membershipId)
  if (from.user_id === session.userId) throw conflict('own_membership')
  if (from.company_id === order.companyId) throw conflict('same_company')
  const company: { status: string } | null = await trx
    .from('core_companies')
    .where('id', order.companyId)
    .forShare()
    .select('status')
    .first()
  if (!company) throw notFound()
  if (company.status !== 'active') throw conflict('company_closed')
  if (from.role === 'beheerder' && from.status === 'active') await refuseLastSupervisor(trx, from.company_id, from.id)
  const to = await arrive(trx, session, from, order.companyId, summary)
  const schema = await readArchiveSchema(runIn(trx), pluginRegistry().plugins)
  await new Moving(trx, schema, decided, from, { id: to, company_id: order.companyId }, summary).run()
  await leave(trx, session, from, order.companyId, to, summary)
  for (const { settle } of decided.handlers) {
    if (!settle) continue
    await inCompany(from.company_id, () => settle(trx, from.id))
    await inCompany(order.companyId, () => settle(trx, to))
  }
  return { to, summary, from }
}

/** Locked, so that nobody adds a row for them until this is over. */
async function held(trx: TransactionClientContract, id: number): Promise<Member> {
  const known: { user_id: number; company_id: number } | null = await trx
    .from(MEMBERS)
    .where({ id })
    .select('user_id', 'company_id')
    .first()
  if (!known) throw notFound()
  await holdTokens(trx, [known.user_id])
  await lockSupervisors(trx, [known.company_id])
  await trx.from('core_users').where('id', known.user_id).forUpdate().select('id').first()
  const row: Member | null = await trx
    .from(MEMBERS)
    .where({ id })
    .forUpdate()
    .select(
      'id',
      'company_id',
      'user_id',
      'role',
      'status',
      trx.raw(`nullif(email, '') as email, coalesce(core_full_name(firstname, infix, lastname), '') as name`),
    )
    .first()
  if (!row) throw notFound()
  return row
}

/** Their membership in the target company. Rights are given there; their own preferences move along. */
async function arrive(
  trx: TransactionClientContract,
  session: Session,
  from: Member,
  companyId: number,
  summary: Summary,
): Promise<number> {
  const there: { id: number } | null = await trx
    .from(MEMBERS)
    .where({ company_id: companyId, user_id: from.user_id })
    .forUpdate()
    .select('id')
    .first()
  summary.fact(there ? `member ${there.id}` : 'comes')
  if (there) return there.id
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into core_memberships (company_id, user_id, role, status, registration_type, deactivated_at, invitation_withdrawn_at, added_by, receive_emails, forward_emails_to, mail_choices)
     select ?, user_id, 'leerling', status, registration_type, deactivated_at, invitation_withdrawn_at, ?, receive_emails, forward_emails_to, mail_choices
       from core_memberships where id = ? returning id`,
    [companyId, session.userId, from.id],
  )
  return rows[0]!.id
}

/** The old membership stays, closed: what the company sent and did remains the company's, as for everybody who leaves. */
async function leave(
  trx: TransactionClientContract,
  session: Session,
  from: Member,
  companyId: number,
  to: number,
  summary: Summary,
): Promise<void> {
  const sessions = await trx.from('core_sessions').where('membership_id', from.id).delete()
  summary.add('core_sessions', 'ends', Number(sessions))
  await trx.from('core_tokens').where('membership_id', from.id).delete()
  // An open invitation ends too.
  await trx.from(MEMBERS).where('id', from.id).update({ status: 'inactive', deactivated_at: new Date() })
  await inCompany(from.company_id, async () => {
    await recordAudit(trx, session, {
      action: 'member.moved_away',
      reason: 'people.move',
      details: { membershipId: from.id, company: companyId },
    })
    await emit(trx, personMoved, { membershipId: from.id })
  })
  await inCompany(companyId, async () => {
    await recordAudit(trx, session, {
      action: 'member.moved_here',
      reason: 'people.move',
      details: { membershipId: to, company: from.company_id },
    })
    await emit(trx, personMoved, { membershipId: to })
  })
}

interface Place {
  id: number
  company_id: number
}

/** Takes the rows out of one company and inserts them, with the same ids, into the other. */
class Moving {
  /** Ids of the moving rows by table, and the rows themselves once they are taken out. */
  readonly #going = new Map<string, Set<number>>()
  readonly #rows = new Map<string, Row[]>()

  constructor(
    private readonly trx: TransactionClientContract,
    private readonly schema: ArchiveSchema,
    private readonly decided: DecidedMoves,
    private readonly from: Place,
    private readonly to: Place,
    private readonly summary: Summary,
  ) {}

  async run(): Promise<void> {
    const tables = this.schema.tables.filter(({ name }) => this.decided.tables.has(name) && name !== MEMBERS && name !== FILES)
    // First independent rows, then those that depend on them, last those that another plugin's row takes along: no foreign key orders
    // those.
    const place = (table: ArchivedTable) => {
      const decided = this.decided.tables.get(table.name)!
      return typeof decided === 'string' || !('with' in decided) ? 0 : table.references.has(decided.with) ? 1 : 2
    }
    for (const turn of [0, 1, 2]) for (const table of tables.filter((each) => place(each) === turn)) await this.#choose(table)
    // From the leaves up. A row that is being changed is waited for, and moves as it is then.
    for (const table of [...tables].reverse()) await this.#takeOut(table)
    await this.#files()
    for (const table of tables) await this.#putIn(table)
  }

  async #choose(table: ArchivedTable): Promise<void> {
    const { name } = table
    const decided = this.decided.tables.get(name)!
    const own = this.decided.personal.find((personal) => personal.name === name)?.membershipColumn
    if (decided === 'stays' || decided === 'ends') {
      if (own) await this.#countOr(table, own, decided)
      return
    }
    const rows = 'with' in decided ? await this.#below(table, decided.with, own) : await this.#owned(table, own!, decided.when)
    this.#going.set(name, new Set(rows))
    this.summary.add(name, 'goes', rows.length)
    if (!own || 'with' in decided) return
    const left = await this.trx
      .from(name)
      .where({ company_id: this.from.company_id, [own]: this.from.id })
      .count('* as n')
      .first()
    this.summary.add(name, 'stays', Number(left.n) - rows.length)
  }

  async #countOr({ name }: ArchivedTable, own: string, decided: 'stays' | 'ends'): Promise<void> {
    const query = this.trx.from(name).where({ company_id: this.from.company_id, [own]: this.from.id })
    const count = decided === 'ends' ? Number(await query.delete()) : Number((await query.count('* as n').first()).n)
    this.summary.add(name, decided, count)
  }

  /** Their own rows, locked: somebody who adds a row below one of them waits, and finds it gone. */
  async #owned({ name }: ArchivedTable, own: string, when = 'true'): Promise<number[]> {
    const condition = when.replaceAll('{to}', String(this.to.id))
    const { rows } = await this.trx.rawQuery<{ rows: { id: number }[] }>(
      `select t.id from ${name} t where t.company_id = ? and t.${own} = ? and (${condition}) order by t.id for update`,
      [this.from.company_id, this.from.id],
    )
    return rows.map(({ id }) => id)
  }

  async #below(table: ArchivedTable, column: string, own: string | null | undefined): Promise<number[]> {
    const target = table.references.get(column)
    const query = this.trx.from(table.name).where('company_id', this.from.company_id)
    if (target) query.whereIn(column, [...(this.#going.get(target) ?? [])])
    else query.where(own!, this.from.id)
    const rows = (await query.orderBy('id').forUpdate().select('*')) as Row[]
    const goes = (row: Row) => this.#going.get(tableNamed(this.schema.rules, table, column, row) ?? '')?.has(row[column] as number)
    return rows.filter(goes).map(({ id }) => id as number)
  }

  async #takeOut({ name }: ArchivedTable): Promise<void> {
    const ids = [...(this.#going.get(name) ?? [])]
    if (!ids.length) return
    const { rows } = await this.trx.rawQuery<{ rows: { row: Row }[] }>(
      `delete from ${name} t where t.id = any(?) returning to_jsonb(t) as row`,
      [ids as never],
    )
    this.#rows.set(
      name,
      rows.map(({ row }) => row).sort((one, other) => Number(one.id) - Number(other.id)),
    )
  }

  /** Files that the moving rows refer to belong to them. Their content stays where it is. */
  async #files(): Promise<void> {
    const ids = this.schema.tables.flatMap((table) =>
      [...table.references].flatMap(([column, target]) =>
        target === FILES ? (this.#rows.get(table.name) ?? []).flatMap((row) => (typeof row[column] === 'number' ? [row[column]] : [])) : [],
      ),
    )
    this.#going.set(FILES, new Set(ids))
    const { rows } = await this.trx.rawQuery<{ rows: unknown[] }>(
      `update core_files set company_id = ?, membership_id = case when membership_id = ? then ?::bigint else null end where id = any(?) and company_id = ? returning id`,
      [this.to.company_id, this.from.id, this.to.id, ids as never, this.from.company_id],
    )
    this.summary.add(FILES, 'goes', rows.length)
  }

  async #putIn(table: ArchivedTable): Promise<void> {
    const rows = this.#rows.get(table.name)
    if (!rows?.length) return
    const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
    await this.trx.rawQuery(
      `insert into ${table.name} (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::${table.name}, ?::jsonb)`,
      [JSON.stringify(rows.map((row) => this.#there(table, row)))],
    )
  }

  /** The row for the target company, without references to other people of the old one. */
  #there(table: ArchivedTable, row: Row): Row {
    const there: Row = { ...row, company_id: this.to.company_id }
    for (const [column, target] of table.references) {
      const id = row[column]
      if (typeof id !== 'number' || !this.schema.tables.some(({ name }) => name === target)) continue
      if (target === MEMBERS) there[column] = id === this.from.id ? this.to.id : null
      else if (!this.#going.get(target)?.has(id) && !this.#mayBeShared(target)) there[column] = null
    }
    return there
  }

  #mayBeShared(target: string): boolean {
    return Boolean(this.schema.rules.stableKeys[target])
  }
}
