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
import { type Ask, PLATFORM_ONLY, filledPath, isWalled, notShared, probedTables, rowParams, triedOnTable } from './probes.js'

export const REPORT_KIND = 'training-platform/isolation'
export const REPORT_FORMAT = 1
/** What the signature of a report is for. */
export const SIGNED_FOR = 'core.isolation'
/** Files that are asked for one by one; the wall before all of them is tried with their table. */
const MOST_FILES = 500
const SESSION_MINUTES = 60

/** `held`: what was tried was refused. `open`: it was not. `nothing`: the company has no such row to ask for. */
export type Verdict = 'held' | 'open' | 'nothing'

export interface Tried {
  kind: 'table' | 'route' | 'file'
  name: string
  /** What was done, a word each: read, update, delete, policy, get, row. */
  tried: string[]
  verdict: Verdict
  /**
   * What was found: `rows` (so many are the company's), `platform` (no company's at all), `status` (what was answered), `row_absent`,
   * `row_found` and `no_row` (of which table), `let_through` (which acts).
   */
  detail: { code: 'rows' | 'platform' | 'status' | 'row_absent' | 'row_found' | 'no_row' | 'let_through'; value: string | number }
}

export interface IsolationReport {
  kind: typeof REPORT_KIND
  format: number
  /** ISO 8601. */
  started_at: string
  finished_at: string
  platform: { url: string; version: string }
  company: { login_id: string; name: string }
  /** Whose session asked for the company's rows. */
  outsider: { login_id: string; name: string }
  counts: Record<Tried['kind'], Record<Verdict, number>>
  /** How many files the company has: of very many the newest are asked for. */
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
 * Tries the wall around one company from another one's side, in the running platform: every table in the database itself (what would
 * change something is rolled back), every route that names a row, and every file, by calls with a session of the other company.
 * That session is one of the admin who asks, as they see the site as that company; it reads only, and ends with this.
 * @param userId the admin who asks
 * @throws AppError 404 for an unknown company; 409 no_other_company
 */
export async function tryIsolation(
  { companyId, userId, mostFiles = MOST_FILES }: { companyId: number; userId: number; mostFiles?: number },
  onProgress: (done: number, total: number) => Promise<void> = async () => {},
): Promise<IsolationReport> {
  const started = new Date()
  const { company, outsider } = await asSystem('isolation.companies', () => companies(companyId))
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
  for (const table of tables) await note(await tryTable(table, company, outsider, ask))
  // A row that two companies share by declaration, such as an exam that another one reviews, is not asked for.
  const besides = (name: string) => notShared(tables.find((table) => table.name === name)?.shared ?? [], outsider.id)
  const session = await openOutsider(userId, outsider.id)
  try {
    const inTurn = pLimit(4)
    const call = await caller(session)
    await Promise.all(routes.map((route) => inTurn(async () => note(await tryRoute(route, company, outsider, call, besides)))))
    await Promise.all(files.map(({ id }) => inTurn(async () => note(await tryFile(id, call)))))
  } finally {
    await asSystem('isolation.end', () => db.from('core_sessions').where('token_hash', hashOfSession(session)).delete())
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
    outsider: named(outsider),
    counts: countsOf(rows),
    files: all,
    holds: rows.every(({ verdict }) => verdict !== 'open'),
    rows,
  }
}

/** The company, and another that is open: the one with the most plugins on, as through those the most can be asked. */
async function companies(id: number): Promise<{ company: Company; outsider: Company }> {
  const columns = ['id', 'name', db.raw('login_id::text as login_id')] as const
  const company: Company | null = await db
    .from('core_companies')
    .where({ id })
    .select(...columns)
    .first()
  if (!company) throw notFound()
  const outsider: Company | null = await db
    .from('core_companies')
    .where('status', 'active')
    .whereNot({ id })
    .orderByRaw('cardinality(plugins) desc, id')
    .select(...columns)
    .first()
  if (!outsider) throw conflict('no_other_company')
  return { company, outsider }
}

async function tryTable(
  table: Awaited<ReturnType<typeof probedTables>>[number],
  company: Company,
  outsider: Company,
  ask: Ask,
): Promise<Tried> {
  const { name } = table
  const wall = isWalled(table)
  if (!table.tenant || PLATFORM_ONLY.has(name)) {
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
  const let_through = await inCompany(outsider.id, () =>
    triedOnTable(name, company.id, { ask, change, besides: notShared(table.shared, outsider.id) }),
  )
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

type Call = (path: string) => Promise<number>

/** A route that reads is called; of one that changes something the row itself is looked for, as its answer is made of that. */
async function tryRoute(
  route: { method: string; path: string; name: string; params?: Readonly<Record<string, string>> },
  company: Company,
  outsider: Company,
  call: Call,
  besides: (table: string) => string,
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
    const seen = await inCompany(outsider.id, async () =>
      db
        .from(table)
        .where(column, row.value as string)
        .first(),
    )
    if (seen) reach.push(table)
  }
  const name = `${route.method} ${route.path}`
  if (route.method !== 'GET') {
    const detail = reach.length ? ({ code: 'row_found', value: reach.join(', ') } as const) : ({ code: 'row_absent', value: '' } as const)
    return { kind: 'route', name, tried: ['row'], verdict: reach.length ? 'open' : 'held', detail }
  }
  const status = await call(filledPath(route.path, (param) => found.get(param) ?? 1))
  const refused = status === 404 || status === 403
  return {
    kind: 'route',
    name,
    tried: ['row', 'get'],
    verdict: refused && !reach.length ? 'held' : 'open',
    detail: { code: 'status', value: status },
  }
}

async function tryFile(id: number, call: Call): Promise<Tried> {
  const status = await call(`/api/core/files/${id}`)
  return {
    kind: 'file',
    name: String(id).padStart(8, '0'),
    tried: ['get'],
    verdict: status === 404 || status === 403 ? 'held' : 'open',
    detail: { code: 'status', value: status },
  }
}

/** A session of the admin's own in which the site is seen as the other company sees it. */
async function openOutsider(userId: number, companyId: number): Promise<string> {
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

/** Calls this very server, as a browser would. @throws Error when the session is not the other company's: nothing would be proven */
async function caller(token: string): Promise<Call> {
  const { host, port } = await settings()
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
  const call: Call = async (path) => {
    const answer = await fetch(`${address}${path}`, { headers: { cookie: `${SESSION_COOKIE}=${token}` }, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status
  }
  const own = await call('/user/identify')
  if (own !== 200) throw new Error(`The other company's session was answered ${own}.`)
  return call
}

function countsOf(rows: readonly Tried[]): IsolationReport['counts'] {
  const none = () => ({ held: 0, open: 0, nothing: 0 })
  const counts = { table: none(), route: none(), file: none() }
  for (const { kind, verdict } of rows) counts[kind][verdict] += 1
  return counts
}
