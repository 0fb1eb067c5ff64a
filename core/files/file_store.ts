import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import drive from '@adonisjs/drive/services/main'
import { currentCompanyId } from '../tenancy/scope.js'

export interface StoredFile {
  id: number
  key: string
  contentType: string
}

function keyOf(purpose: string, name: string): string {
  if (!/^[\w.-]+$/.test(name) || !/^[\w.]+$/.test(purpose)) throw new Error(`"${purpose}/${name}" is no safe file name.`)
  return `companies/${currentCompanyId()}/${purpose}/${name}`
}

/**
 * Keeps a file of the running company. Where it lies is decided here: under the
 * company's own folder; that it exists is a row behind the company's policy.
 * @param name path within the plugin's purpose, e.g. `12.pdf`
 */
export async function keepFile(purpose: string, name: string, contentType: string, content: Uint8Array): Promise<StoredFile> {
  const companyId = currentCompanyId()
  const key = keyOf(purpose, name)
  await drive.use().put(key, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(
    `insert into core_files (company_id, purpose, key, content_type, size, sha256) values (?, ?, ?, ?, ?, ?)
     on conflict (company_id, key) do update set size = excluded.size, sha256 = excluded.sha256 returning id`,
    [companyId, purpose, key, contentType, content.length, sha256],
  )
  return { id: rows[0]!.id, key, contentType }
}

/** A file of the running company, or null: another company's row is not there. */
export async function readFile(id: number): Promise<{ contentType: string; content: Uint8Array } | null> {
  const row = await db.from('core_files').where('id', id).first()
  if (!row || !(await drive.use().exists(row.key))) return null
  return { contentType: row.content_type, content: new Uint8Array(await drive.use().getBytes(row.key)) }
}

/** Forgets a file of the running company: its content and its row. One that is not there is no error. */
export async function removeFile(id: number): Promise<void> {
  const row = await db.from('core_files').where('id', id).first()
  if (!row) return
  // Content first: a row without content is found again, content without a row is not.
  if (await drive.use().exists(row.key)) await drive.use().delete(row.key)
  await db.from('core_files').where('id', id).delete()
}

/** Forgets a file of the running company by the name that it was kept under, also one whose row a killed process never wrote. */
export async function removeFileNamed(purpose: string, name: string): Promise<void> {
  const key = keyOf(purpose, name)
  if (await drive.use().exists(key)) await drive.use().delete(key)
  await db.from('core_files').where({ company_id: currentCompanyId(), key }).delete()
}
