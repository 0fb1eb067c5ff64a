import pg from 'pg'
import { inDatabase, nameOf } from '../database/urls.js'

/** Opens a superuser connection, which bypasses row policies, to the database of the running test. The caller must close it. */
export async function superuserOfTest(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inDatabase(process.env.TEST_SUPERUSER_URL!, nameOf(process.env.DATABASE_URL!)) })
  // A failed test may leave the connection open when the database of its file is dropped: then a query fails instead of the whole run.
  client.on('error', () => {})
  await client.connect()
  return client
}
