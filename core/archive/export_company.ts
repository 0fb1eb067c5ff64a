import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settings } from '../config/settings.js'
import { notFound } from '../contract/errors.js'
import { openContent } from '../files/disk.js'
import { sealFor } from '../http/sealed.js'
import { PLATFORM_VERSION } from '../plugins/platform_version.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import { ArchiveWriter } from './archive_writer.js'
import { COMPANIES, type ArchivedColumn, type ArchivedTable, type ArchiveSchema, USERS, readArchiveSchema } from './archive_schema.js'
import {
  type ArchivedKey,
  type ArchivedPerson,
  FORMAT,
  KIND,
  type Manifest,
  PASSWORDS,
  PEOPLE,
  PLATFORM,
  fileEntry,
  rowsEntry,
} from './format.js'
import { type Row, withIds } from './rows.js'

const BATCH = 1000
export interface ExportedCompany {
  manifest: Manifest
  /** Ids that referred to missing rows, by table. */
  loose: number
}

/** Reads from one snapshot. */
const atOneMoment = <T>(fn: (trx: TransactionClientContract) => Promise<T>): Promise<T> =>
  asSystem('archive.take_out', () => db.transaction(fn, { isolationLevel: 'repeatable read' }))

export const runIn =
  (trx: TransactionClientContract) =>
  async <T>(sql: string): Promise<readonly T[]> =>
    (await trx.rawQuery<{ rows: T[] }>(sql)).rows

export interface ExportCompanyOptions {
  /** Called with the number of rows and files written so far, and the total. */
  onProgress?: (done: number, total: number) => Promise<void>
  /** Writes plain password hashes, for another platform. Otherwise they are sealed with this platform's key. */
  withPasswords?: boolean
}

/**
 * Writes one company's rows, from one snapshot, and files into an archive. Changes nothing. Of other companies and the platform it contains
 * only the natural keys of rows that are referred to.
 * @param path of a local file, created or overwritten
 * @throws AppError 404
 * @throws Error that names a table without a rule
 */
export async function exportCompany(
  companyId: number,
  path: string,
  { onProgress = async () => {}, withPasswords = false }: ExportCompanyOptions = {},
): Promise<ExportedCompany> {
  return atOneMoment(async (trx) => {
    const company: Row | null = await trx.from(COMPANIES).where('id', companyId).select('login_id', 'name').first()
    if (!company) throw notFound()
    const schema = await readArchiveSchema(runIn(trx), pluginRegistry().plugins)
    const taking = new Taking(trx, companyId, schema, new ArchiveWriter(path), onProgress)
    await taking.count()
    await taking.company()
    for (const table of schema.tables) await taking.table(table)
    await taking.persons(withPasswords)
    const loose = await taking.platform()
    await taking.files()
    const { tables, people, missing } = taking
    const manifest = await taking.writer.end({
      kind: KIND,
      format: FORMAT,
      made_at: new Date().toISOString(),
      platform_version: PLATFORM_VERSION,
      platform_url: (await settings()).appUrl,
      company: { login_id: String(company.login_id), name: String(company.name) },
      tables,
      people,
      files: taking.fileRows.length - missing.length,
      missing_files: missing,
      stays: { ...schema.rules.stays },
    })
    return { manifest, loose }
  })
}

class Taking {
  readonly tables: Record<string, number> = {}
  readonly fileRows: { id: number; key: string }[] = []
  readonly missing: number[] = []
  people = 0
  #total = 0
  #done = 0
  /** The rows that were written, and those they refer to, by table. */
  readonly #own = new Map<string, Set<number>>()
  readonly #named = new Map<string, Set<number>>()

  constructor(
    private readonly trx: TransactionClientContract,
    private readonly companyId: number,
    private readonly schema: ArchiveSchema,
    readonly writer: ArchiveWriter,
    private readonly onProgress: (done: number, total: number) => Promise<void>,
  ) {}

  readonly #note = {
    of: (table: string, id: number): number => {
      setOf(this.#named, table).add(id)
      return id
    },
  }

  #where({ name }: { name: string }): string {
    const only = this.schema.rules.only[name]
    return `t.company_id = ${this.companyId}${only ? ` and (${only})` : ''}`
  }

  async count(): Promise<void> {
    for (const table of this.schema.tables) {
      const [row] = await runIn(this.trx)<{ n: number }>(`select count(*)::int as n from ${table.name} t where ${this.#where(table)}`)
      this.#total += row!.n * (table.name === 'core_files' ? 2 : 1)
    }
  }

  async #step(count: number): Promise<void> {
    this.#done += count
    await this.onProgress(this.#done, Math.max(this.#total, this.#done))
  }

  async company(): Promise<void> {
    const [row] = await runIn(this.trx)<{ row: Row }>(
      `select to_jsonb(r) as row from (select ${listed(this.schema.company)} from ${COMPANIES} t where t.id = ${this.companyId}) r`,
    )
    await this.#write(rowsEntry(COMPANIES), [row!.row])
  }

  /** All rows of one table as JSON lines. */
  async table(table: ArchivedTable): Promise<void> {
    let count = 0
    const own = setOf(this.#own, table.name)
    const columns = listed(table.columns)
    const page = (after: number) =>
      runIn(this.trx)<{ row: Row & { id: number } }>(
        `select to_jsonb(r) as row from (select ${columns} from ${table.name} t where ${this.#where(table)} and t.id > ${after} order by t.id limit ${BATCH}) r`,
      )
    let rows = await page(0)
    if (!rows.length) return
    const lines = async function* (this: Taking) {
      for (; rows.length; rows = await page(rows.at(-1)!.row.id)) {
        for (const { row } of rows) {
          own.add(row.id)
          withIds(row, table, this.schema.rules, this.#note)
          if (table.name === 'core_files') this.fileRows.push({ id: row.id, key: String(row.key) })
          count += 1
          yield `${JSON.stringify(row)}\n`
        }
        await this.#step(rows.length)
      }
    }
    await this.writer.add(rowsEntry(table.name), lines.call(this))
    this.tables[table.name] = count
  }

  /** The company's members; of other people whom its rows refer to, only the address. */
  async persons(withPasswords: boolean): Promise<void> {
    const named = [...setOf(this.#named, USERS)]
    const { rows } = await this.trx.rawQuery<{ rows: ArchivedPerson[] }>(
      `select case when x.member then to_jsonb(x) else jsonb_build_object('id', x.id, 'email', x.email, 'member', false) end as person
         from (select ${listed(this.schema.person, 'u').replace('u."password"', `case when ${SECOND_STEP} then null else u.password end as password`)},
                      exists (select 1 from core_memberships m where m.user_id = u.id and m.company_id = ?) as member
                 from core_users u where u.id = any(?) order by u.id) x`,
      [this.companyId, named as never],
    )
    const people = (rows as unknown as { person: ArchivedPerson }[]).map(({ person }) => (withPasswords ? person : sealed(person)))
    await this.#write(PEOPLE, people)
    this.people = people.length
  }

  /** Natural keys of the platform's rows and other companies that this company's rows refer to. */
  async platform(): Promise<number> {
    const { tables, rules } = this.schema
    const keys: ArchivedKey[] = []
    let loose = 0
    const companies = [...setOf(this.#named, COMPANIES)]
    const others = await this.trx.from(COMPANIES).whereIn('id', companies).select('id', 'login_id')
    for (const { id, login_id: loginId } of others) keys.push({ table: COMPANIES, id, key: { login_id: loginId } })
    // Referenced tables come last, because a platform row's key may contain another row's.
    for (const table of [...tables].reverse()) {
      const own = setOf(this.#own, table.name)
      const wanted = [...setOf(this.#named, table.name)].filter((id) => !own.has(id))
      const columns = rules.stableKeys[table.name]
      const found = wanted.length && columns ? await this.#sharedRows(table, wanted, columns) : []
      loose += wanted.length - found.length
      for (const { id, ...key } of found) {
        withIds(key, table, rules, this.#note)
        keys.push({ table: table.name, id: id as number, key })
      }
    }
    await this.#write(PLATFORM, keys.reverse())
    return loose
  }

  async #sharedRows(table: ArchivedTable, wanted: readonly number[], columns: readonly string[]): Promise<Row[]> {
    return this.trx
      .from(table.name)
      .whereNull('company_id')
      .whereIn('id', [...wanted])
      .orderBy('id')
      .select('id', ...columns)
  }

  async files(): Promise<void> {
    for (const { id, key } of this.fileRows) {
      const content = await openContent(key)
      if (content) await this.writer.add(fileEntry(id), content)
      else this.missing.push(id)
      await this.#step(1)
    }
  }

  #write(name: string, rows: readonly object[]): Promise<void> {
    return this.writer.add(
      name,
      rows.map((row) => `${JSON.stringify(row)}\n`),
    )
  }
}

/** The same person with the password hash sealed. */
function sealed(person: ArchivedPerson): ArchivedPerson {
  const { password } = person
  return typeof password === 'string' ? { ...person, password: null, password_sealed: sealFor(PASSWORDS, password) } : person
}

/** A second factor cannot be carried, so the password is not either: it would let them in without one. They set new ones by mail. */
const SECOND_STEP = `(exists (select 1 from core_second_factors f where f.user_id = u.id and f.confirmed_at is not null)
  or exists (select 1 from core_passkeys k where k.user_id = u.id))`

const listed = (columns: readonly ArchivedColumn[], of = 't') => columns.map(({ name }) => `${of}."${name}"`).join(', ')

function setOf(of: Map<string, Set<number>>, table: string): Set<number> {
  const found = of.get(table) ?? new Set<number>()
  of.set(table, found)
  return found
}
