import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isLost } from '../database/unavailable.js'
import { SET_COMPANY, CompanyStatement, hasPreparedCompany } from './company_statement.js'
import { type TransactingClient, throwOnFailedCommit } from './failed_commit.js'
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
  query(statement: CompanyStatement): void
  once(event: 'end', listener: () => void): void
  /** The connection's protocol side. */
  connection?: unknown
  /** The company set on this connection. */
  platformCompany?: number
  /** The client whose pool it came from, when that is another one. */
  platformOrigin?: PoolClient
  /** When it was last returned to the pool; undefined for a new connection. */
  platformIdleSince?: number
  /** The reason that the pool may not use it again; a field of knex. */
  __knex__disposed?: unknown
}

/** Asks a connection whether it is alive. */
const SIGN_OF_LIFE = { name: 'platform_alive', text: 'select 1', values: [] }
/** A connection unused for this many milliseconds is checked before use. */
const DOUBTFUL_AFTER = 1000
/** When a connection was last found dead. The same cause may have ended other idle ones. */
let lostAt = 0

const guarded = new WeakSet<PoolClient>()
/** A connection of the company's pool with any company set. Only for code that sets the company itself. */
const bareAcquire = new WeakMap<PoolClient, (companyId: number) => Promise<PgConnection>>()
/** The two connections that the application may use; the owner's exists only while migrating. */
const POOLS = new Set(['tenant', 'across'])
const OWNER = 'owner'
let ownerAllowed = false

/**
 * Makes the scope the only way to a connection. A checkout in a company's scope sets the company on the connection (unless it is set
 * already). One in an `across` scope comes from the second pool, whose role sees every company. One without a scope throws. Plain Lucid
 * models, query builders and transactions all pass through here.
 */
export function guardConnections(database: Database): void {
  const tenant = poolClient(database, 'tenant')
  const across = poolClient(database, 'across')
  if (guarded.has(tenant)) return
  guarded.add(tenant)

  throwOnFailedCommit(tenant)
  throwOnFailedCommit(across)
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
      await setCompany(connection, scope.companyId)
    } catch (error) {
      await releaseTenant(connection)
      throw error
    }
    return connection
  }
  tenant.releaseConnection = (connection) =>
    connection.platformOrigin ? connection.platformOrigin.releaseConnection(connection) : releaseTenant(connection)
  across.releaseConnection = releaseAcross

  // A connection without this guard would bypass the scope.
  const add = database.manager.add.bind(database.manager)
  database.manager.add = (name, config) => {
    if (!POOLS.has(name) && !(ownerAllowed && name === OWNER)) throw new Error(`No database connection may be added: "${name}".`)
    add(name, config)
  }

  // A closed connection must not be opened again without the guard, for example by work that still runs while the server stops.
  const connect = database.manager.connect.bind(database.manager)
  database.manager.connect = (name) => {
    if (POOLS.has(name) && !database.manager.isConnected(name)) throw new Error(`The database connection "${name}" is closed.`)
    connect(name)
  }

  // Naming the second connection must not bypass the scope.
  across.acquireConnection = async () => {
    if (currentScope()?.kind !== 'across') throw new MissingScopeError()
    return acquireAcross()
  }
}

/**
 * Wraps a pool's acquire and release so that it never hands out a connection that died while idle: killed by an operator, a restarted
 * database or the network. An idle connection is checked before its first statement, so nothing is ever run twice.
 */
function living(client: PoolClient): { acquire: () => Promise<PgConnection>; release: (connection: PgConnection) => Promise<void> } {
  const acquire = client.acquireConnection.bind(client)
  const release = client.releaseConnection.bind(client)
  const next = async (): Promise<PgConnection> => {
    const connection = await acquire()
    const since = connection.platformIdleSince
    // The first one found dead marks the others for checking.
    if (since === undefined) connection.once('end', () => (lostAt = Date.now()))
    if (since === undefined || (since > lostAt && Date.now() - since < DOUBTFUL_AFTER)) return connection
    try {
      await connection.query(SIGN_OF_LIFE)
      return connection
    } catch (error) {
      // The pool ends it later. Each attempt leaves one fewer; with none left the pool connects again, or throws.
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
 * Runs a read, and retries it on another connection when the first one turns out to be dead. For the first statement of a request; later
 * ones get the error.
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

/** Runs `fn` while there is a connection named "owner", for migrations. Closes and forgets it afterwards, also when `fn` fails. */
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
 * Moves a free connection with the company already set to where the pool takes the next one from. Uses tarn's internals, because tarn has
 * no way to choose. Without them the company is set again, which is also correct.
 */
function preferBadge(pool: PoolClient['pool'], companyId: number): void {
  const free = pool?.free
  const at = free?.findLastIndex(({ resource }) => resource.platformCompany === companyId) ?? -1
  if (free && at >= 0 && at < free.length - 1) free.push(...free.splice(at, 1))
}

function poolClient(database: Database, name: string): PoolClient {
  database.manager.connect(name)
  const client = database.manager.get(name)?.connection?.client
  if (!client) throw new Error(`Database connection "${name}" did not open.`)
  return client.client as unknown as PoolClient
}

/**
 * Runs one prepared statement on a scoped connection, past the query builder, for the few queries of every request.
 * @param on the database or the transaction
 * @param name unique name of the statement; the server plans it once per connection. For array parameters use `anyOf`.
 */
export async function preparedQuery<T>(
  on: Database | TransactionClientContract,
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  // A transaction's client has one connection and returns it to nobody.
  if ('knexClient' in on) {
    const connection = await (on.knexClient.client as PoolClient).acquireConnection()
    return (await connection.query({ name, text, values })).rows as T[]
  }
  const client = poolClient(on, 'tenant')
  const scope = currentScope()
  const connection = scope?.kind === 'company' ? await bareAcquire.get(client)!(scope.companyId) : await client.acquireConnection()
  try {
    const statement = { name, text, values }
    const { rows } =
      scope?.kind === 'company' ? await queryInCompany(connection, scope.companyId, statement) : await connection.query(statement)
    return rows as T[]
  } finally {
    await client.releaseConnection(connection)
  }
}

/**
 * SQL condition for a prepared statement: equal to one of an array's numbers. Hides the array's length from PostgreSQL, which would
 * otherwise often plan the statement again for each call.
 * @param parameter for example `$1`
 */
export const anyOf = (parameter: string) => `= any(array(select unnest(${parameter}::bigint[])))`

/** Sets a company on a connection, unless it is set already. */
async function setCompany(connection: PgConnection, companyId: number): Promise<void> {
  if (connection.platformCompany === companyId) return
  connection.platformCompany = undefined
  await connection.query({ ...SET_COMPANY, values: [String(companyId)] })
  connection.platformCompany = companyId
}

/** Runs a statement with the company set, both in one message when the company has to change. */
async function queryInCompany(connection: PgConnection, companyId: number, statement: Statement): Promise<Answer> {
  if (connection.platformCompany === companyId) return connection.query(statement)
  if (!hasPreparedCompany(connection)) {
    await setCompany(connection, companyId)
    return connection.query(statement)
  }
  // Until it has succeeded nobody knows which company is set.
  connection.platformCompany = undefined
  const answer = await new Promise<Answer>((resolve, reject) =>
    connection.query(new CompanyStatement(companyId, statement, (error, result) => (error ? reject(error) : resolve(result)))),
  )
  connection.platformCompany = companyId
  return answer
}
