import type { Database } from '@adonisjs/lucid/database'
import { MissingScopeError, currentScope } from './scope.js'

/** The part of knex's client that is used here; knex does not type it. */
interface PoolClient {
  acquireConnection(): Promise<PgConnection>
  releaseConnection(connection: PgConnection): Promise<void>
}

interface PgConnection {
  query(statement: { name?: string; text: string; values: unknown[] }): Promise<{ rows: Record<string, unknown>[] }>
  /** The company whose badge this connection wears. */
  platformBadge?: number
  /** The client whose pool it came from, when that is not the one it was asked of. */
  platformOrigin?: PoolClient
}

const guarded = new WeakSet<PoolClient>()
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

  const acquireTenant = tenant.acquireConnection.bind(tenant)
  const releaseTenant = tenant.releaseConnection.bind(tenant)
  const acquireAcross = across.acquireConnection.bind(across)

  tenant.acquireConnection = async () => {
    const scope = currentScope()
    if (!scope) throw new MissingScopeError()
    if (scope.kind === 'across') {
      const connection = await acquireAcross()
      connection.platformOrigin = across
      return connection
    }
    const connection = await acquireTenant()
    if (connection.platformBadge !== scope.companyId) {
      try {
        connection.platformBadge = undefined
        await connection.query({
          name: 'platform_badge',
          text: `select set_config('app.company_id', $1, false)`,
          values: [String(scope.companyId)],
        })
        connection.platformBadge = scope.companyId
      } catch (error) {
        await releaseTenant(connection)
        throw error
      }
    }
    return connection
  }
  tenant.releaseConnection = (connection) =>
    connection.platformOrigin ? connection.platformOrigin.releaseConnection(connection) : releaseTenant(connection)

  // A connection that nobody guards would be a door of its own.
  const add = database.manager.add.bind(database.manager)
  database.manager.add = (name, config) => {
    if (!POOLS.has(name) && !(ownerAllowed && name === OWNER)) throw new Error(`No database connection may be added: "${name}".`)
    add(name, config)
  }

  // Naming the second connection must not be a way around the scope.
  across.acquireConnection = async () => {
    if (currentScope()?.kind !== 'across') throw new MissingScopeError()
    return acquireAcross()
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

function poolClient(database: Database, name: string): PoolClient {
  database.manager.connect(name)
  const client = database.manager.get(name)?.connection?.client
  if (!client) throw new Error(`Database connection "${name}" did not open.`)
  return client.client as unknown as PoolClient
}

/**
 * Runs one prepared statement on a scoped connection, past the query builder:
 * for the few queries that every request pays for.
 * @param name unique name of the statement; the server plans it once per connection
 */
export async function preparedQuery<T>(database: Database, name: string, text: string, values: unknown[]): Promise<T[]> {
  const client = poolClient(database, 'tenant')
  const connection = await client.acquireConnection()
  try {
    return (await connection.query({ name, text, values })).rows as T[]
  } finally {
    await client.releaseConnection(connection)
  }
}
