import { randomBytes } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inDatabase } from '../database/urls.js'

/** What one who boots the application needs to know, as environment variables. */
export interface Clone {
  DATABASE_URL: string
  DATABASE_ACROSS_URL: string
  DATABASE_OWNER_URL: string
  DATA_DIR: string
}

/**
 * A database and a data folder of one's own, as those that were prepared.
 * @param env of the cluster
 * @returns the clone, and the way to drop its database
 */
export async function cloneTemplate(env: Record<string, string | undefined>): Promise<{ clone: Clone; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: env.TEST_SUPERUSER_URL })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await ask(`create database ${name} template platform owner platform_owner`)
  const dataDir = join(env.TEST_FOLDER!, name)
  await cp(join(env.TEST_FOLDER!, 'template'), dataDir, { recursive: true })
  const inClone = (url: string | undefined) => inDatabase(url!, name)
  const clone = {
    DATABASE_URL: inClone(env.TEST_DATABASE_URL),
    DATABASE_ACROSS_URL: inClone(env.TEST_DATABASE_ACROSS_URL),
    DATABASE_OWNER_URL: inClone(env.TEST_DATABASE_OWNER_URL),
    DATA_DIR: dataDir,
  }
  return { clone, drop: () => ask(`drop database ${name} with (force)`) }
}
