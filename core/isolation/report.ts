import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { conflict, notFound } from '../contract/errors.js'
import { SESSION_COOKIE } from '../http/cookies.js'
import { hashOfSession } from '../accounts/session_store.js'
import { PLATFORM_VERSION } from '../plugins/platform_version.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { type Ask, filledPath, isWalled, notShared, probedTables, rowParams, triedOnTable } from './probes.js'

export const REPORT_KIND = 'training-platform/isolation'
/** 2: several outsiders, `unproven`, and a manifest that signs the PDF too. */
export const REPORT_FORMAT = 2
/** The purpose of a report's signature. */
export const SIGNED_FOR = 'core.isolation'
/** Files that are requested one by one; their table is tested with the others. */
const MOST_FILES = 500
const SESSION_MINUTES = 60
/** Other companies that try to reach the company's rows. */
const MOST_OUTSIDERS = 3

/**
 * `held`: the attempt was refused. `open`: it succeeded. `unproven`: the database hides the row, but the HTTP call proves nothing because the
 * company's own supervisor is refused too. `nothing`: the company has no row to try.
 */
export type Verdict = 'held' | 'open' | 'unproven' | 'nothing'

export interface Tried {
  kind: 'table' | 'route' | 'file'
  name: string
  /** The attempts: read, update, delete, policy, get, row. */
  tried: string[]
  verdict: Verdict
  /**
   * The finding, and its value in brackets: `rows` (number of rows), `platform` (none: the table belongs to no company), `status` (HTTP status
   * for another company), `own_status` (HTTP status for the company itself), `row_absent`, `row_found` and `no_row` (name of the table),
   * `let_through` (the acts that were not refused).
   */
  detail: {
    code: 'rows' | 'platform' | 'status' | 'own_status' | 'row_absent' | 'row_found' | 'no_row' | 'let_through'
    value: string | number
  }
}

export interface IsolationReport {
  kind: typeof REPORT_KIND
  format: number
  /** ISO 8601. */
  started_at: string
  finished_at: string
  platform: { url: string; version: string }
  company: { login_id: string; name: string }
  /** The companies whose sessions asked for the rows. */
  outsiders: { login_id: string; name: string }[]
  counts: Record<Tried['kind'], Record<Verdict, number>>
  /** The number of files; only the newest are requested. */
  files: number
  holds: boolean
  rows: Tried[]
}

interface Company {
  id: number
  login_id: string
  name: string
}

/**
 * Tries to reach one company's rows from other companies, in the running platform: every table in the database itself (changes are
 * rolled back), every route that names a row, and every file, by calls with a session of each other company. A call that reads
 * counts as proof only where the company's own supervisor is answered 200 for the same address.
 * The sessions are visits of the admin who asks. They read only and end with this call.
 * @param userId the admin who asks
 * @throws AppError 404 for an unknown company; 409 no_other_company
 */
export async function tryIsolation(
  { companyId, userId, mostFiles = MOST_FILES }: { companyId: number; userId: number; mostFiles?: number },
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<IsolationReport> {
  const started = new Date()
  const { company, outsiders } = await asSystem('isolation.companies', () => companies(companyId))
  const ask: Ask = async (sql, values = []) => (await db.rawQuery(sql, values as string[])).rows
  const tables = await asSystem('isolation.tables', () => probedTables(ask))
  const routes = pluginRegistry().routes.filter((route) => rowParams(route).size)
  const { files, all } = await asSystem('isolation.files', async () => {
    const own = () => db.from('core_files').where('company_id', company.id).whereNull('public_name')
    const newest: { id: number }[] = await own().orderBy('id', 'desc').limit(mostFiles).select('id')
    const [{ n }] = (await own().select(db.raw('count(*)::int as n'))) as [{ n: number }]
    return { files: newest, all: n }
  })
  const total = tables.length + routes.length + files.length
  const rows: Tried[] = []
  const note = async (row: Tried) => {
    rows.push(row)
    await onProgress(rows.length, total)
  }
  for (const table of tables) await note(await tryTable(table, company, outsiders, ask))
  // Rows that are shared on purpose, such as an exam that another company reviews, are left out.
  const besides = (name: string) => {
    const shared = tables.find((table) => table.name === name)?.shared ?? []
    return outsiders.map(({ id }) => notShared(shared, id)).join(' and ')
  }
  const sessions: string[] = []
  const callAs = async ({ id }: Company): Promise<Call> => {
    const session = await openImpersonation(userId, id)
    sessions.push(session)
    return caller(session)
  }
  try {
    const inTurn = pLimit(4)
    const own = await callAs(company)
    const others: Outsider[] = []
    for (const outsider of outsiders) others.push({ ...outsider, call: await callAs(outsider) })
    await Promise.all(routes.map((route) => inTurn(async () => note(await tryRoute(route, company, { own, others, besides })))))
    await Promise.all(files.map(({ id }) => inTurn(async () => note(await tryFile(id, others)))))
  } finally {
    await asSystem('isolation.end', () => db.from('core_sessions').whereIn('token_hash', sessions.map(hashOfSession)).delete())
  }
  const order = { table: 0, route: 1, file: 2 }
  rows.sort((one, other) => order[one.kind] - order[other.kind] || one.name.localeCompare(other.name))
  const named = ({ login_id, name }: Company) => ({ login_id, name })
  return {
    kind: REPORT_KIND,
    format: REPORT_FORMAT,
    started_at: started.toISOString(),
    finished_at: new Date().toISOString(),
    platform: { url: (await settings()).appUrl, version: PLATFORM_VERSION },
    company: named(company),
    outsiders: outsiders.map(named),
    counts: countsOf(rows),
    files: all,
    holds: rows.every(({ verdict }) => verdict !== 'open'),
    rows,
  }
}

/** The company, and other open companies with the most plugins on, through which most can be tried. */
async function companies(id: number): Promise<{ company: Company; outsiders: Company[] }> {
  const columns = ['id', 'name', db.raw('login_id::text as login_id')] as const
  const company: Company | null = await db
    .from('core_companies')
    .where({ id })
    .select(...columns)
    .first()
  if (!company) throw notFound()
  const outsiders: Company[] = await db
    .from('core_companies')
    .where('status', 'active')
    .whereNot({ id })
    .orderByRaw('cardinality(plugins) desc, id')
    .limit(MOST_OUTSIDERS)
    .select(...columns)
  if (!outsiders.length) throw conflict('no_other_company')
  return { company, outsiders }
}

async function tryTable(
  table: Awaited<ReturnType<typeof probedTables>>[number],
  company: Company,
  outsiders: readonly Company[],
  ask: Ask,
): Promise<Tried> {
  const { name } = table
  const wall = isWalled(table)
  if (!table.tenant) {
    return {
      kind: 'table',
      name,
      tried: ['policy'],
      verdict: wall ? 'held' : 'open',
      detail: wall ? { code: 'platform', value: '' } : { code: 'let_through', value: 'policy' },
    }
  }
  const change: Ask = async (sql, values = []) => {
    const trx = await db.transaction()
    try {
      return (await trx.rawQuery(sql, values as string[])).rows
    } finally {
      await trx.rollback()
    }
  }
  const let_through = new Set<string>()
  for (const { id } of outsiders) {
    const acts = await inCompany(id, () => triedOnTable(name, company.id, { ask, change, besides: notShared(table.shared, id) }))
    acts.forEach((act) => let_through.add(act))
  }
  const [{ n }] = (await asSystem('isolation.count', () =>
    ask(`select count(*)::int as n from ${name} where company_id = ?`, [company.id]),
  )) as [{ n: number }]
  const open = [...(wall ? [] : ['policy']), ...let_through]
  const verdict = open.length ? 'open' : n ? 'held' : 'nothing'
  return {
    kind: 'table',
    name,
    tried: ['policy', 'read', 'update', 'delete'],
    verdict,
    detail: open.length ? { code: 'let_through', value: open.join(', ') } : { code: 'rows', value: n },
  }
}

/** Calls an address. @returns the status */
type Call = (path: string) => Promise<number>
interface Outsider extends Company {
  call: Call
}
interface Callers {
  /** The company itself. */
  own: Call
  others: readonly Outsider[]
  /** SQL condition: rows of a table that no outsider may read on purpose. */
  besides: (table: string) => string
}
const isRefused = (status: number) => status === 404 || status === 403

/** A reading route is called. For a changing route only the row is looked up, because the call itself would do damage. */
async function tryRoute(
  route: { method: string; path: string; name: string; params?: Readonly<Record<string, string>> },
  company: Company,
  { own, others, besides }: Callers,
): Promise<Tried> {
  const found = new Map<string, unknown>()
  const reach: string[] = []
  for (const [param, { table, column }] of rowParams(route as never)) {
    const [row] = (await asSystem('isolation.row', async () =>
      db.from(table).where('company_id', company.id).whereRaw(besides(table)).orderBy('id', 'desc').limit(1).select(`${column} as value`),
    )) as { value: unknown }[]
    if (!row)
      return {
        kind: 'route',
        name: `${route.method} ${route.path}`,
        tried: [],
        verdict: 'nothing',
        detail: { code: 'no_row', value: table },
      }
    found.set(param, row.value)
    for (const { id } of others) {
      const seen = await inCompany(id, async () =>
        db
          .from(table)
          .where(column, row.value as string)
          .first(),
      )
      if (seen) reach.push(table)
    }
  }
  const name = `${route.method} ${route.path}`
  if (route.method !== 'GET') {
    const detail = reach.length ? ({ code: 'row_found', value: reach.join(', ') } as const) : ({ code: 'row_absent', value: '' } as const)
    return { kind: 'route', name, tried: ['row'], verdict: reach.length ? 'open' : 'held', detail }
  }
  const path = filledPath(route.path, (param) => found.get(param) ?? 1)
  const status = await worst(others, path)
  const tried = { kind: 'route' as const, name, tried: ['row', 'get'] }
  if (!isRefused(status) || reach.length) return { ...tried, verdict: 'open', detail: { code: 'status', value: status } }
  const ownStatus = await own(path)
  if (ownStatus !== 200) return { ...tried, verdict: 'unproven', detail: { code: 'own_status', value: ownStatus } }
  return { ...tried, verdict: 'held', detail: { code: 'status', value: status } }
}

/** The answer to the outsiders; if any was not refused, that one. */
async function worst(others: readonly Outsider[], path: string): Promise<number> {
  const statuses = await Promise.all(others.map(({ call }) => call(path)))
  return statuses.find((status) => !isRefused(status)) ?? statuses[0]!
}

async function tryFile(id: number, others: readonly Outsider[]): Promise<Tried> {
  const status = await worst(others, `/api/core/files/${id}`)
  return {
    kind: 'file',
    name: String(id).padStart(8, '0'),
    tried: ['get'],
    verdict: isRefused(status) ? 'held' : 'open',
    detail: { code: 'status', value: status },
  }
}

/** Starts a visit of the admin as the company. @returns its session token */
async function openImpersonation(userId: number, companyId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await asSystem('isolation.session', () =>
    db.transaction(async (trx) => {
      const [{ id: visit }] = await trx
        .table('core_audit_log')
        .insert({ user_id: userId, company_id: companyId, action: 'visit_started', reason: 'isolation.report' })
        .returning('id')
      const until = new Date(Date.now() + SESSION_MINUTES * 60_000)
      await trx.table('core_sessions').insert({
        token_hash: hashOfSession(token),
        user_id: userId,
        expires_at: until,
        via: 'core.isolation',
        visit_company_id: companyId,
        visit_id: visit,
        visit_until: until,
      })
    }),
  )
  return token
}

/**
 * Calls this server with a session, as a browser would. @throws Error when the session is not accepted, because then nothing would be
 * proven
 */
async function caller(token: string): Promise<Call> {
  const { host, port } = await settings()
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
  const call: Call = async (path) => {
    const answer = await fetch(`${address}${path}`, { headers: { cookie: `${SESSION_COOKIE}=${token}` }, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status
  }
  const own = await call('/user/identify')
  if (own !== 200) throw new Error(`The session of a visit was answered ${own}.`)
  return call
}

function countsOf(rows: readonly Tried[]): IsolationReport['counts'] {
  const none = () => ({ held: 0, open: 0, unproven: 0, nothing: 0 })
  const counts = { table: none(), route: none(), file: none() }
  for (const { kind, verdict } of rows) counts[kind][verdict] += 1
  return counts
}
