import { defineConfig } from '@adonisjs/lucid'
import pg from 'pg'
import { ACROSS_ROLE, TENANT_ROLE } from './database_roles.js'
import { settings } from './settings.js'

// Ids and counts fit in a double: take int8 as a number, so that JSON carries numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
// Arrays of ids too; as text they would equal no id.
const INT8_ARRAY = 1016 as typeof pg.types.builtins.INT8
const readTexts = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => (string | null)[]
pg.types.setTypeParser(INT8_ARRAY, (text: string) => readTexts(text).map((one) => (one === null ? null : Number(one))))
// A day has no time zone (core/kit/days.ts). As a Date it would be the day before in western zones.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

const { databaseUrl, databaseAcrossUrl, environment } = await settings()

// Queries of pages are short: parallel plans cost more than they save.
const SHORT_WORK = `set timezone to 'UTC'; set jit to off; set max_parallel_workers_per_gather to 0`
type Done = (error: Error | null, connection: unknown) => void
const wearRole = (role: string) => (connection: { query: (sql: string, done: (error: Error | null) => void) => void }, done: Done) =>
  connection.query(`set role ${role}; ${SHORT_WORK}`, (error) => done(error, connection))

const poolMax = environment === 'test' ? 5 : 10

export default defineConfig({
  connection: 'tenant',
  prettyPrintDebugQueries: false,
  connections: {
    // The default connection of models and services. Sees one company's rows only (core/tenancy).
    tenant: {
      client: 'pg',
      connection: { connectionString: databaseUrl },
      pool: { min: 0, max: poolMax, afterCreate: wearRole(TENANT_ROLE) },
    },
    // A login of its own, which no statement of the first pool can switch to. Never named by a service; used through `acrossCompanies` and
    // `asSystem`.
    across: {
      client: 'pg',
      connection: { connectionString: databaseAcrossUrl },
      pool: { min: 0, max: poolMax, afterCreate: wearRole(ACROSS_ROLE) },
    },
    // The owner's connection exists only while migrating (core/database/migrate.ts).
  },
})
