import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import type { ArchiveReader } from './archive_reader.js'
import { COMPANIES, type ArchiveSchema, type ArchivedTable, readArchiveSchema } from './archive_schema.js'
import { type ArchivedKey, PLATFORM } from './format.js'
import { RestoredIds } from './restored_ids.js'
import { type Row, withIds } from './rows.js'
import { runIn } from './export_company.js'

interface Restoring {
  trx: TransactionClientContract
  schema: ArchiveSchema
  archive: ArchiveReader
  ids: RestoredIds
}

const tableOf = ({ tables }: ArchiveSchema, name: string): ArchivedTable | undefined => tables.find((table) => table.name === name)

/**
 * Finds the platform's rows and the other companies that an archive refers to, by their natural keys, and adds them to `ids`.
 * @returns what does not exist here, by names that people know, such as a course's short name
 * @throws AppError 409 archive_schema_unknown
 */
export async function findPlatformRows(restoring: Restoring): Promise<string[]> {
  const { schema, archive, ids } = restoring
  const { optional } = schema.rules
  const dispensable = new Set(Object.keys(optional).flatMap((name) => [...(tableOf(schema, name)?.references.values() ?? [])]))
  const names = new Map<string, string>()
  const missing = new Set<string>()
  for await (const { table, id, key } of archive.rows<ArchivedKey>(PLATFORM)) {
    const given = table === COMPANIES ? await otherCompany(restoring, key) : await sharedRow(restoring, table, key)
    ids.set(table, id, given)
    const name = nameOf(tableOf(schema, table), key, names)
    names.set(`${table} ${id}`, name)
    if (given === null && table !== COMPANIES && !dispensable.has(table)) missing.add(name)
  }
  return [...missing].sort()
}

/** A part has its parent's key in its own; the archive lists the parent first. */
function nameOf(table: ArchivedTable | undefined, key: Row, names: ReadonlyMap<string, string>): string {
  for (const [column, target] of table?.references ?? []) {
    const whole = column in key ? names.get(`${target} ${String(key[column])}`) : undefined
    if (whole !== undefined) return whole
  }
  return Object.values(key)
    .filter((value) => typeof value === 'string')
    .join(' ')
}

async function otherCompany({ trx }: Restoring, key: Row): Promise<number | null> {
  const row: { id: number } | null = await trx.from(COMPANIES).where('login_id', String(key.login_id)).select('id').first()
  return row?.id ?? null
}

async function sharedRow({ trx, schema, ids }: Restoring, name: string, key: Row): Promise<number | null> {
  const table = tableOf(schema, name)
  const columns = schema.rules.stableKeys[name]
  if (!table || !columns || columns.some((column) => !(column in key))) throw conflict('archive_schema_unknown', { place: name })
  const here = withIds(key, table, schema.rules, {
    of: (target, id) => (ids.knows(target, id) ? ids.of(target, id) : (null as never)),
  })
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `select t.id from ${name} t, jsonb_populate_record(null::${name}, ?::jsonb) k
      where t.company_id is null and ${columns.map((column) => `t.${column} = k.${column}`).join(' and ')} order by t.id limit 1`,
    [JSON.stringify(here)],
  )
  return rows[0]?.id ?? null
}

/** The same for an archive that is only inspected. @throws AppError 409 archive_schema_unknown */
export const missingHere = (archive: ArchiveReader): Promise<string[]> =>
  asSystem('archive.restore', () =>
    db.transaction(async (trx) => {
      const schema = await readArchiveSchema(runIn(trx), pluginRegistry().plugins)
      return findPlatformRows({ trx, schema, archive, ids: new RestoredIds(trx) })
    }),
  )
