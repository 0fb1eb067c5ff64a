import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { settings } from '../config/settings.js'
import { AppError, conflict } from '../contract/errors.js'
import { FILE_TYPES } from '../contract/files.js'
import { deleteContent, putContent } from '../files/disk.js'
import { stage } from '../files/staging.js'
import { isPackagesHost } from '../http/packages_origin.js'
import { openSealed } from '../http/sealed.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem } from '../tenancy/scope.js'
import { ArchiveReader } from './archive_reader.js'
import { COMPANIES, type ArchivedColumn, type ArchiveSchema, type ArchivedTable, USERS, readArchiveSchema } from './archive_schema.js'
import { type ArchivedPerson, PASSWORDS, PEOPLE, fileEntry, rowsEntry } from './format.js'
import { findPlatformRows } from './platform_rows.js'
import { RestoredIds } from './restored_ids.js'
import { type Row, withIds } from './rows.js'
import { runIn } from './export_company.js'

const BATCH = 500
const UNIQUE_VIOLATION = '23505'
const LOGIN_ID = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/
const PUBLIC_NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/

export interface RestoreOptions {
  /** Another login id than the company had. */
  loginId?: string
  /** Fingerprint of the platform whose archives are accepted; any when left out. */
  fingerprint?: string
  /** The person who restores it, and the name of the sent file, for the audit log. */
  userId?: number
  sent?: string
  /** Called after each table with the number of rows. If it throws, nothing is restored. */
  progress?: (done: number, total: number) => Promise<void>
}

export interface Restored {
  companyId: number
  loginId: string
  fingerprint: string
  rows: number
  files: number
  people: { made: number; known: number }
  /** Rows that got another id here. */
  renumbered: number
  /** Rows that were left out because this platform lacks what they refer to, by table. */
  left: Record<string, number>
}

/**
 * Creates a company from an archive: all of it or nothing. People whose address has an account here become members with that account; the
 * others are created. They keep their password if the archive has its plain hash or this platform sealed it. Otherwise they set a new one
 * by mail.
 * @throws AppError 422 archive_unreadable, archive_tampered; 409 archive_format_newer, archive_signed_by_another, archive_schema_unknown,
 * archive_plugins_unknown, login_id_taken, person_is_admin, platform_rows_missing, archive_taken
 */
export async function restoreCompany(path: string, options: RestoreOptions = {}): Promise<Restored> {
  const archive = await ArchiveReader.open(path, options.fingerprint)
  const written: string[] = []
  try {
    return await asSystem('archive.restore', () =>
      db.transaction(async (trx) => {
        const schema = await readArchiveSchema(runIn(trx), pluginRegistry().plugins)
        return new Restoring(trx, schema, archive, options, written).run()
      }),
    )
  } catch (error) {
    // The rollback removed the rows; the content must be deleted here.
    for (const key of written) await deleteContent(key)
    const { code, constraint } = error as { code?: string; constraint?: string }
    throw code === UNIQUE_VIOLATION ? conflict('archive_taken', { constraint }) : error
  } finally {
    archive.close()
  }
}

class Restoring {
  readonly #ids: RestoredIds
  readonly #left: Record<string, number> = {}
  #companyId = 0
  #rows = 0
  #renumbered = 0

  constructor(
    private readonly trx: TransactionClientContract,
    private readonly schema: ArchiveSchema,
    private readonly archive: ArchiveReader,
    private readonly options: RestoreOptions,
    private readonly written: string[],
  ) {
    this.#ids = new RestoredIds(trx)
  }

  async run(): Promise<Restored> {
    this.#refuseUnknownTables()
    const loginId = await this.#company()
    const people = await this.#people()
    await this.#number()
    const missing = await findPlatformRows({ trx: this.trx, schema: this.schema, archive: this.archive, ids: this.#ids })
    if (missing.length) throw conflict('platform_rows_missing', { missing: missing.slice(0, 20), count: missing.length })
    await this.#strangers()
    const total = Object.values(this.archive.manifest.tables).reduce((sum, count) => sum + count, 0)
    for (const table of this.schema.tables) {
      await this.#table(table)
      await this.options.progress?.(this.#rows, total)
    }
    const files = await this.#files(await this.#leaveOldAddresses())
    await this.trx.table('core_audit_log').insert({
      user_id: this.options.userId ?? null,
      company_id: this.#companyId,
      action: 'restore_company',
      reason: 'archive.restore',
      details: JSON.stringify({
        login_id: loginId,
        made_at: this.archive.manifest.made_at,
        fingerprint: this.archive.fingerprint,
        sent: this.options.sent,
      }),
    })
    const { fingerprint } = this.archive
    return {
      companyId: this.#companyId,
      loginId,
      fingerprint,
      rows: this.#rows,
      files,
      people,
      renumbered: this.#renumbered,
      left: this.#left,
    }
  }

  #refuseUnknownTables(): void {
    const known = new Set(this.schema.tables.map(({ name }) => name))
    const unknown = Object.keys(this.archive.manifest.tables).find((name) => !known.has(name))
    if (unknown) throw conflict('archive_schema_unknown', { place: unknown })
  }

  async #company(): Promise<string> {
    const [row] = await all(this.archive.rows<Row>(rowsEntry(COMPANIES)))
    if (!row) throw new AppError(422, 'archive_tampered', { entry: rowsEntry(COMPANIES) })
    const loginId = this.options.loginId ?? String(row.login_id)
    if (!LOGIN_ID.test(loginId)) throw new AppError(422, 'login_id_wrong')
    if (await this.trx.from(COMPANIES).where('login_id', loginId).first()) throw conflict('login_id_taken', { login_id: loginId })
    const plugins = new Set(pluginRegistry().plugins.map(({ id }) => id))
    const unknown = (row.plugins as string[]).filter((id) => !plugins.has(id))
    if (unknown.length) throw conflict('archive_plugins_unknown', { plugins: unknown })
    await this.#ids.take(COMPANIES, [Number(row.id)])
    this.#companyId = this.#ids.of(COMPANIES, Number(row.id))
    // With another login id it no longer belongs to a folder of tenants/.
    const declared = loginId === row.login_id ? row.declared_hash : null
    // A domain leads to one company. If it is in use here, by a company or by packages, it stays there.
    const host = row.site_host ?? null
    const site_host =
      host &&
      (isPackagesHost(String(host)) ||
        (await this.trx
          .from(COMPANIES)
          .where('site_host', host as string)
          .first()))
        ? null
        : host
    const made = { ...row, id: this.#companyId, login_id: loginId, declared_hash: declared, site_host }
    await this.#insert(COMPANIES, this.schema.company, [made])
    return loginId
  }

  /** An existing account is not changed. */
  async #people(): Promise<Restored['people']> {
    const people = await all(this.archive.rows<ArchivedPerson>(PEOPLE))
    const { rows } = await this.trx.rawQuery<{ rows: { id: number; email: string; platform_role: string | null }[] }>(
      'select id, lower(email::text) as email, platform_role from core_users where email = any(?::citext[])',
      [people.map(({ email }) => email) as never],
    )
    const here = new Map(rows.map((row) => [row.email, row]))
    const admins = people.filter(({ email, member }) => member && here.get(email.toLowerCase())?.platform_role)
    if (admins.length) throw conflict('person_is_admin', { emails: admins.map(({ email }) => email) })
    const made = people.filter(({ email, member }) => member && !here.has(email.toLowerCase()))
    await this.#ids.take(
      USERS,
      made.map(({ id }) => id),
    )
    for (const { id, email } of people) {
      if (!this.#ids.knows(USERS, id)) this.#ids.set(USERS, id, here.get(email.toLowerCase())?.id ?? null)
    }
    const columns = this.schema.person
    const rowsOf = made.map(({ member: _, password_sealed: sealed, ...person }) => ({
      ...person,
      password: person.password ?? (sealed ? openSealed<string>(PASSWORDS, sealed) : null),
      id: this.#ids.of(USERS, person.id),
    }))
    for (let at = 0; at < rowsOf.length; at += BATCH) await this.#insert(USERS, columns, rowsOf.slice(at, at + BATCH))
    return { made: made.length, known: people.filter(({ member }) => member).length - made.length }
  }

  /** Assigns every row its id before any is written, because rows refer to each other in both directions. */
  async #number(): Promise<void> {
    for (const table of this.schema.tables) {
      const own: number[] = []
      for await (const row of this.archive.rows<Row>(rowsEntry(table.name))) {
        own.push(Number(row.id))
        withIds(row, table, this.schema.rules, this.#ids.listening)
      }
      this.#renumbered += await this.#ids.take(table.name, own)
    }
  }

  /** Rows that were referred to but missing in the archive get an id that nobody has. */
  async #strangers(): Promise<void> {
    for (const table of this.#ids.named()) {
      const unknown = this.#ids.unknown(table)
      if (table === USERS || table === COMPANIES) for (const id of unknown) this.#ids.set(table, id, null)
      else if (unknown.length) await this.#ids.take(table, unknown)
    }
  }

  async #table(table: ArchivedTable): Promise<void> {
    let batch: Row[] = []
    const write = async () => {
      if (batch.length) await this.#insert(table.name, table.columns, batch)
      this.#rows += batch.length
      batch = []
    }
    for await (const row of this.archive.rows<Row>(rowsEntry(table.name))) {
      const here = withIds(row, table, this.schema.rules, this.#ids)
      if (
        table.name in this.schema.rules.optional &&
        [...table.references.keys()].some((column) => here[column] === null && row[column] !== null)
      ) {
        this.#left[table.name] = (this.#left[table.name] ?? 0) + 1
        continue
      }
      Object.assign(here, { id: this.#ids.of(table.name, Number(row.id)), company_id: this.#companyId })
      batch.push(table.name === 'core_files' ? fileRow(here) : here)
      if (batch.length >= BATCH) await write()
    }
    await write()
  }

  async #insert(table: string, columns: readonly ArchivedColumn[], rows: readonly Row[]): Promise<void> {
    const known = new Set(columns.map(({ name }) => name))
    const stays = this.schema.rules.stays
    const given = Object.keys(rows[0]!).filter((name) => !(`${table}.${name}` in stays))
    const unknown = given.find((name) => !known.has(name))
    if (unknown) throw conflict('archive_schema_unknown', { place: `${table}.${unknown}` })
    const names = given.map((name) => `"${name}"`).join(', ')
    await this.trx.rawQuery(
      `insert into ${table} (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::${table}, ?::jsonb)`,
      [JSON.stringify(rows)],
    )
  }

  /**
   * If the platform's address differs, leaves out files that contain the old one, such as a certificate with its QR code. They are drawn
   * again on demand.
   * @returns the ids here of the files that were left out
   */
  async #leaveOldAddresses(): Promise<Set<number>> {
    const left = new Set<number>()
    if (this.archive.manifest.platform_url === (await settings()).appUrl) return left
    for (const place of this.schema.rules.drawnAgain) {
      const [table, column] = place.split('.') as [string, string]
      const { rows } = await this.trx.rawQuery<{ rows: { file: number }[] }>(
        `with old as (select id, ${column} as file from ${table} where company_id = ? and ${column} is not null for update)
         update ${table} t set ${column} = null from old where t.id = old.id returning old.file`,
        [this.#companyId],
      )
      for (const { file } of rows) left.add(Number(file))
    }
    await this.trx
      .from('core_files')
      .whereIn('id', [...left])
      .delete()
    return left
  }

  /** Content comes last, because it cannot be rolled back; under the keys that the rows have here. */
  async #files(leftOut: ReadonlySet<number>): Promise<number> {
    let count = 0
    const missing = new Set(this.archive.manifest.missing_files)
    for await (const { id, sha256 } of this.archive.rows<{ id: number; sha256: string }>(rowsEntry('core_files'))) {
      if (missing.has(id) || leftOut.has(this.#ids.of('core_files', id))) continue
      const row = await this.trx.from('core_files').where('id', this.#ids.of('core_files', id)).select('key', 'content_type').firstOrFail()
      const staged = await stage(await this.archive.stream(fileEntry(id)), this.archive.manifest.entries[fileEntry(id)]!.size)
      try {
        if (staged.sha256 !== sha256) throw new AppError(422, 'archive_tampered', { entry: fileEntry(id) })
        this.written.push(row.key)
        await putContent(row.key, staged.path, { size: staged.size, contentType: row.content_type })
      } finally {
        await staged.discard()
      }
      count += 1
    }
    return count
  }
}

/** This platform decides where a file is stored, never the archive. */
function fileRow(row: Row): Row {
  const type = /\.([a-z0-9]{2,5})$/.exec(String(row.key))?.[1] ?? ''
  const purpose = pluginRegistry().purposes.get(String(row.purpose))
  const isRight = purpose && Object.hasOwn(FILE_TYPES, type) && FILE_TYPES[type as keyof typeof FILE_TYPES] === row.content_type
  const isNamed = row.public_name === null || (purpose?.read === 'public' && PUBLIC_NAME.test(String(row.public_name)))
  if (!isRight || !isNamed) throw conflict('archive_schema_unknown', { place: `core_files ${String(row.purpose)}` })
  return { ...row, key: `companies/${String(row.company_id)}/${purpose.name}/${randomBytes(16).toString('hex')}.${type}` }
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) found.push(row)
  return found
}
