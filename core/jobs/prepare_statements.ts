import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { PgBoss } from 'pg-boss'

/** Taking, completing and failing jobs. The others are rare, or several statements in one text. */
const OF_EVERY_JOB = /^\s*with\b/i

/** Prepares the statements of the queue that run for every job: planning them takes several times longer than running them. */
export function prepareStatements(boss: PgBoss): void {
  const database = boss.getDb()
  const execute = database.executeSql.bind(database)
  // pg-boss passes both on to the driver, which also accepts a named statement instead of a text.
  database.executeSql = (text, values) => execute(OF_EVERY_JOB.test(text) ? (named(text) as never) : text, values)
}

/** A plan stays in use. Made while the table is almost empty, it would otherwise read all of a table that has become long. */
export const useIndexes = (client: ClientBase) => client.query('set enable_seqscan = off')

const named = (text: string) => ({ name: `jobs_${createHash('sha1').update(text).digest('hex')}`, text })
