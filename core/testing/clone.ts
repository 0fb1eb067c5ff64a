import { randomBytes } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inDatabase } from '../database/urls.js'

type Env = Record<string, string | undefined>

/** The copy's addresses, as environment variables for the application. */
export interface Clone {
  DATABASE_URL: string
  DATABASE_ACROSS_URL: string
  DATABASE_OWNER_URL: string
  DATA_DIR: string
}

async function asSuperuser(env: Env, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: env.TEST_SUPERUSER_URL })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const create = (name: string) => `create database ${name} template platform owner platform_owner strategy file_copy`
const remove = (name: string) => `drop database if exists ${name} with (force)`

/**
 * Makes a copy of the prepared database and its data folder.
 * @param env of the cluster
 * @returns the copy; `drop` drops its database, `renew` restores database and folder to their initial state under the same name. Both end
 * its connections.
 */
export async function cloneTemplate(env: Env): Promise<{ clone: Clone; drop(): Promise<void>; renew(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const dataDir = join(env.TEST_FOLDER!, name)
  const copyFiles = () => cp(join(env.TEST_FOLDER!, 'template'), dataDir, { recursive: true })
  await asSuperuser(env, create(name))
  await copyFiles()
  const inClone = (url: string | undefined) => inDatabase(url!, name)
  const clone = {
    DATABASE_URL: inClone(env.TEST_DATABASE_URL),
    DATABASE_ACROSS_URL: inClone(env.TEST_DATABASE_ACROSS_URL),
    DATABASE_OWNER_URL: inClone(env.TEST_DATABASE_OWNER_URL),
    DATA_DIR: dataDir,
  }
  return {
    clone,
    drop: () => asSuperuser(env, remove(name)),
    renew: async () => {
      await asSuperuser(env, remove(name), create(name))
      await rm(dataDir, { recursive: true, force: true })
      await copyFiles()
    },
  }
}
