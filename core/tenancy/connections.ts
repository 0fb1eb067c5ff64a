import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isLost } from '../database/unavailable.js'
import { BADGE, BadgedStatement, knowsBadge } from './badged_statement.js'
import { type TransactingClient, commitHonestly } from './honest_commit.js'
import { MissingScopeError, currentScope } from './scope.js'

/** The part of knex's client that is used here; knex does not type it. */
interface PoolClient extends TransactingClient {
  pool?: { free?: { resource: PgConnection }[] }
  acquireConnection(): Promise<PgConnection>
  releaseConnection(connection: PgConnection): Promise<void>
}

interface Statement {
  name: string
  text: string
  values: unknown[]
}

interface Answer {
  rows: Record<string, unknown>[]
}

interface PgConnection {
  query(statement: Statement): Promise<Answer>
  query(statement: BadgedStatement): void
  once(event: 'end', listener: () => void): void
  /** Its protocol side. */
  connection?: unknown
  /** The company whose badge this connection wears. */
  platformBadge?: number
  /** The client whose pool it came from, when that is not the one it was asked of. */
  platformOrigin?: PoolClient
  /** When it was last given back; a new one never was. */
  platformIdleSince?: number
  /** Why the pool must give it to nobody any more; knex's own. */
  __knex__disposed?: unknown
}

/** Asks a connection for nothing but a sign of life. */
const SIGN_OF_LIFE = { name: 'platform_alive', text: 'select 1', values: [] }
/** Milliseconds after which an unused connection is asked for one before anything depends on it. */
const DOUBTFUL_AFTER = 1000
/** When a connection was last found dead: whatever ended it may have ended those that nobody used since. */
let lostAt = 0

const guarded = new WeakSet<PoolClient>()
/** A connection of the company's pool that wears anything yet: only for what puts the badge on itself. */
const bareAcquire = new WeakMap<PoolClient, (companyId: number) => Promise<PgConnection>>()
/** The two that the application may use; an owner's exists only while migrating. */
const POOLS = new Set(['tenant', 'across'])
const OWNER = 'owner'
let ownerAllowed = false

/**
 * Makes the scope the only way to a connection. A checkout in a company's
 * scope puts the company's badge on the connection (skipped when it wears it
 * already); one in an `across` scope comes from the second pool, whose role
 * sees every company; one in no scope throws. Plain Lucid models, query
 * builders and transactions all pass here, so none needs a thought.
 */
export function guardConnections(database: Database): void {
  const tenant = poolClient(database, 'tenant')
  const across = poolClient(database, 'across')
  if (guarded.has(tenant)) return
  guarded.add(tenant)

  commitHonestly(tenant)
  commitHonestly(across)
  const { acquire: acquireTenant, release: releaseTenant } = living(tenant)
  const { acquire: acquireAcross, release: releaseAcross } = living(across)

  const acquireBare = async (companyId: number) => {
    preferBadge(tenant.pool, companyId)
    return acquireTenant()
  }
  bareAcquire.set(tenant, acquireBare)
  tenant.acquireConnection = async () => {
    const scope = currentScope()
    if (!scope) throw new MissingScopeError()
    if (scope.kind === 'across') {
      const connection = await acquireAcross()
      connection.platformOrigin = across
      return connection
    }
    const connection = await acquireBare(scope.companyId)
    try {
      await putBadge(connection, scope.companyId)
    } catch (error) {
      await releaseTenant(connection)
      throw error
    }
    return connection
  }
  tenant.releaseConnection = (connection) =>
    connection.platformOrigin ? connection.platformOrigin.releaseConnection(connection) : releaseTenant(connection)
  across.releaseConnection = releaseAcross

  // A connection that nobody guards would be a door of its own.
  const add = database.manager.add.bind(database.manager)
  database.manager.add = (name, config) => {
    if (!POOLS.has(name) && !(ownerAllowed && name === OWNER)) throw new Error(`No database connection may be added: "${name}".`)
    add(name, config)
  }

  // Nor does one open that was closed: what still runs while the server stops would get it without a guard.
  const connect = database.manager.connect.bind(database.manager)
  database.manager.connect = (name) => {
    if (POOLS.has(name) && !database.manager.isConnected(name)) throw new Error(`The database connection "${name}" is closed.`)
    connect(name)
  }

  // Naming the second connection must not be a way around the scope.
  across.acquireConnection = async () => {
    if (currentScope()?.kind !== 'across') throw new MissingScopeError()
    return acquireAcross()
  }
}

/**
 * A pool's own way in and out that gives no connection which died while nobody used it: killed by an operator, by a database that
 * started anew, by a network between. One that idled is asked before its first statement, so nothing is ever done twice.
 */
function living(client: PoolClient): { acquire: () => Promise<PgConnection>; release: (connection: PgConnection) => Promise<void> } {
  const acquire = client.acquireConnection.bind(client)
  const release = client.releaseConnection.bind(client)
  const next = async (): Promise<PgConnection> => {
    const connection = await acquire()
    const since = connection.platformIdleSince
    // The first whose end is heard says that the others have to be asked.
    if (since === undefined) connection.once('end', () => (lostAt = Date.now()))
    if (since === undefined || (since > lostAt && Date.now() - since < DOUBTFUL_AFTER)) return connection
    try {
      await connection.query(SIGN_OF_LIFE)
      return connection
    } catch (error) {
      // The pool ends it when it comes to it next. Each turn leaves one fewer; with none left the pool connects anew, or says why it cannot.
      connection.__knex__disposed ??= error
      lostAt = Date.now()
      await release(connection)
      if (!isLost(error)) throw error
      return next()
    }
  }
  return {
    acquire: next,
    release: (connection) => {
      connection.platformIdleSince = Date.now()
      return release(connection)
    },
  }
}

/**
 * Runs what only reads, and once more on another connection where the first turned out to be dead: for the first statement of a
 * request. Those after it find out by its word.
 */
export async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isLost(error)) throw error
    lostAt = Date.now()
    return read()
  }
}

/**
 * Runs `fn` while there is a connection named "owner", for migrations; closes
 * and forgets it afterwards, also when `fn` fails.
 */
export async function withOwnerConnection<T>(database: Database, url: string, folders: string[], fn: () => Promise<T>): Promise<T> {
  ownerAllowed = true
  try {
    database.manager.add(OWNER, {
      client: 'pg',
      connection: { connectionString: url },
      pool: { min: 0, max: 2 },
      migrations: { naturalSort: true, paths: folders, tableName: 'core_migrations' },
    })
    database.manager.connect(OWNER)
    return await fn()
  } finally {
    ownerAllowed = false
    await database.manager.close(OWNER, true)
  }
}

/**
 * Puts a free connection that wears the company's badge already where the pool takes the next one from. Looks into tarn,
 * which has no other way to say which; without its list a badge is put on, which is right as well.
 */
function preferBadge(pool: PoolClient['pool'], companyId: number): void {
  const free = pool?.free
  const at = free?.findLastIndex(({ resource }) => resource.platformBadge === companyId) ?? -1
  if (free && at >= 0 && at < free.length - 1) free.push(...free.splice(at, 1))
}

function poolClient(database: Database, name: string): PoolClient {
  database.manager.connect(name)
  const client = database.manager.get(name)?.connection?.client
  if (!client) throw new Error(`Database connection "${name}" did not open.`)
  return client.client as unknown as PoolClient
}

/**
 * Runs one prepared statement on a scoped connection, past the query builder:
 * for the few queries that every request pays for.
 * @param on the database, or the transaction that it is part of
 * @param name unique name of the statement; the server plans it once per connection
 */
export async function preparedQuery<T>(
  on: Database | TransactionClientContract,
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  // A transaction's client knows one connection, its own, and gives it back to nobody.
  if ('knexClient' in on) {
    const connection = await (on.knexClient.client as PoolClient).acquireConnection()
    return (await connection.query({ name, text, values })).rows as T[]
  }
  const client = poolClient(on, 'tenant')
  const scope = currentScope()
  const connection = scope?.kind === 'company' ? await bareAcquire.get(client)!(scope.companyId) : await client.acquireConnection()
  try {
    const statement = { name, text, values }
    const { rows } = scope?.kind === 'company' ? await badged(connection, scope.companyId, statement) : await connection.query(statement)
    return rows as T[]
  } finally {
    await client.releaseConnection(connection)
  }
}

/** Puts a company's badge on a connection, unless it wears it. */
async function putBadge(connection: PgConnection, companyId: number): Promise<void> {
  if (connection.platformBadge === companyId) return
  connection.platformBadge = undefined
  await connection.query({ ...BADGE, values: [String(companyId)] })
  connection.platformBadge = companyId
}

/** Runs a statement with the company's badge on, both in one message where the badge has to change. */
async function badged(connection: PgConnection, companyId: number, statement: Statement): Promise<Answer> {
  if (connection.platformBadge === companyId) return connection.query(statement)
  if (!knowsBadge(connection)) {
    await putBadge(connection, companyId)
    return connection.query(statement)
  }
  // Until it has succeeded nobody knows which one it wears.
  connection.platformBadge = undefined
  const answer = await new Promise<Answer>((resolve, reject) =>
    connection.query(new BadgedStatement(companyId, statement, (error, result) => (error ? reject(error) : resolve(result)))),
  )
  connection.platformBadge = companyId
  return answer
}
