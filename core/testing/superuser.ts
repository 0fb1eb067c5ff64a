import pg from 'pg'
import { inDatabase, nameOf } from '../database/urls.js'

/** Connected as who sees all rows whatever their policies, in the database of the test that runs. Whoever asks ends it. */
export async function superuserOfTest(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inDatabase(process.env.TEST_SUPERUSER_URL!, nameOf(process.env.DATABASE_URL!)) })
  // A test that failed may not have ended it when the database of its file goes: a query fails, the run does not.
  client.on('error', () => {})
  await client.connect()
  return client
}
