import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { FILE_TYPES, type FileFacts, type FilePurpose, type FileType } from '../contract/files.js'
import { invalid } from '../contract/errors.js'
import { pluginRegistry } from '../plugins/registry.js'
import { currentCompanyId } from '../tenancy/scope.js'
import { removeContentSoon } from './clean.js'
import { type ByteRange, hasContent, openContent, putContent } from './disk.js'
import { type Content, TooLargeError, stage } from './staging.js'
import { typeOf } from './types.js'

export interface StoreFileOptions {
  /** The file name that people see. */
  name: string
  content: Content
  /** The membership it belongs to; null for the company's own. */
  membershipId: number | null
  /** The field that a refusal names. */
  field?: string
  /** Comes with the platform's code; only then SVG is allowed. */
  trusted?: boolean
  /** Stored for the platform: every company can read it. Needs the scope across companies. */
  ofPlatform?: boolean
}

export interface StoredFile extends FileFacts {
  /** File name for /images/{name}; only of a public purpose. */
  readonly publicName: string | null
}

interface FileRow {
  id: number
  /** Null for the platform's. */
  company_id: number | null
  purpose: string
  key: string
  name: string
  content_type: string
  size: string | number
  sha256: string
  membership_id: number | null
  public_name: string | null
  created_at: Date
}

type Client = Pick<TransactionClientContract, 'from'>

/** The facts of a row. Pure. */
export function factsOf(row: FileRow): StoredFile {
  return {
    id: row.id,
    purpose: row.purpose,
    name: row.name,
    contentType: row.content_type,
    size: Number(row.size),
    sha256: row.sha256,
    membershipId: row.membership_id,
    publicName: row.public_name,
    createdAt: new Date(row.created_at),
  }
}

/**
 * Stores a file of the running company, or of the platform, with a row behind its policy. It is unattached until `attachFile`; unattached
 * files are deleted after a day.
 * @throws AppError 422 on `field`: too_large, not_an_image, wrong_file_type; nothing is stored then
 */
export async function storeFile(purpose: FilePurpose, options: StoreFileOptions): Promise<StoredFile> {
  const companyId = options.ofPlatform ? null : currentCompanyId()
  pluginRegistry().purpose(purpose.name)
  const field = options.field ?? 'file'
  const staged = await stage(options.content, purpose.maxBytes).catch((error: unknown) => {
    throw error instanceof TooLargeError ? invalid(field, 'too_large') : error
  })
  try {
    const types = options.trusted ? purpose.types : purpose.types.filter((type) => type !== 'svg')
    const type = await allowedType(staged.path, types, field)
    const random = randomBytes(16).toString('hex')
    const row = {
      company_id: companyId,
      purpose: purpose.name,
      key: `${companyId === null ? 'platform' : `companies/${companyId}`}/${purpose.name}/${random}.${type}`,
      name: options.name,
      content_type: FILE_TYPES[type],
      size: staged.size,
      sha256: staged.sha256,
      membership_id: options.membershipId,
      public_name: purpose.read === 'public' ? `${random}.${type}` : null,
      expires_at: purpose.retentionDays ? new Date(Date.now() + purpose.retentionDays * 86_400_000) : null,
    }
    return await store(row, () => putContent(row.key, staged.path, { size: staged.size, contentType: row.content_type }))
  } finally {
    await staged.discard()
  }
}

/** The type of a file. @throws AppError 422 on `field`: not_an_image, wrong_file_type */
export async function allowedType(content: string | Uint8Array, types: readonly FileType[], field: string): Promise<FileType> {
  const type = await typeOf(content, types)
  if (type) return type
  throw invalid(field, types.every((each) => FILE_TYPES[each].startsWith('image/')) ? 'not_an_image' : 'wrong_file_type')
}

/**
 * Writes the row of a file, and then its content.
 * @param put writes the content
 */
export async function store(
  row: Omit<FileRow, 'id' | 'created_at'> & { expires_at: Date | null },
  put: () => Promise<void>,
): Promise<StoredFile> {
  const [{ id }] = await db.table('core_files').insert(row).returning('id')
  await put()
  // Erased or deleted meanwhile: then its content is deleted too.
  const [stored] = await db.from('core_files').where('id', id).update({ stored_at: new Date() }).returning('*')
  if (!stored) {
    await db.table('core_file_removals').insert({ company_id: row.company_id, key: row.key })
    void removeContentSoon()
    throw new Error(`File ${id} of purpose "${row.purpose}" was removed while it was kept.`)
  }
  return factsOf(stored as FileRow)
}

/**
 * Marks a file as used, in the transaction that refers to it.
 * @param of its purpose, and, when a person named it, the member who must have uploaded it
 * @throws AppError 422 on `field`, unknown: no such file, another purpose, or somebody else's
 */
export async function attachFile(
  trx: Client,
  id: number,
  of: { purpose: FilePurpose; membershipId?: number; field?: string },
): Promise<void> {
  const query = trx.from('core_files').where({ id, purpose: of.purpose.name }).whereNotNull('stored_at')
  if (of.membershipId !== undefined) query.where('membership_id', of.membershipId)
  const changed = await query.update({ attached_at: new Date() })
  if (Number(changed) !== 1) throw invalid(of.field ?? 'file', 'unknown_file')
}

/** Gives files to another person, in the transaction that moves what they belong to. */
export async function transferFiles(trx: Client, ids: readonly number[], membershipId: number): Promise<void> {
  await trx
    .from('core_files')
    .whereIn('id', [...ids])
    .update({ membership_id: membershipId })
}

async function rowOf(id: number | string): Promise<FileRow | null> {
  return db.from('core_files').where('id', id).whereNotNull('stored_at').first()
}

/** The facts of a file of the running company; null for another company's. */
export async function findFile(id: number | string): Promise<StoredFile | null> {
  const row = await rowOf(id)
  return row && factsOf(row)
}

export interface OpenFile {
  readonly facts: FileFacts
  /** The bytes as a stream, all or a range; null when the disk lost them. */
  readonly open: (range?: ByteRange) => Promise<Readable | null>
  /** Whether the disk still has it. */
  readonly isThere: () => Promise<boolean>
}

const opened = (row: FileRow): OpenFile => ({
  facts: factsOf(row),
  open: (range) => openContent(row.key, range),
  isThere: () => hasContent(row.key),
})

/** A file of the running company to read from, or null. */
export async function openFile(id: number | string): Promise<OpenFile | null> {
  const row = await rowOf(id)
  return row && opened(row)
}

/** Opens a public image by its name. Across companies: runs in the system's scope. */
export async function openPublicFile(publicName: string): Promise<OpenFile | null> {
  const row: FileRow | null = await db.from('core_files').where('public_name', publicName).whereNotNull('stored_at').first()
  return row && opened(row)
}

/**
 * A small file in memory, or null when there is none or the disk lost it.
 * @throws TooLargeError at more than maxBytes: read it as a stream (`openFile`)
 */
export async function readBytes(id: number, maxBytes: number): Promise<Uint8Array | null> {
  const file = await openFile(id)
  if (!file) return null
  if (file.facts.size > maxBytes) throw new TooLargeError()
  const stream = await file.open()
  return stream && new Uint8Array(await new Response(stream as never).arrayBuffer())
}

/** Deletes a file of the running scope; its content follows after commit. A missing file is no error. */
export async function removeFile(id: number, trx?: TransactionClientContract): Promise<void> {
  await (trx ?? db).from('core_files').where('id', id).delete()
  if (trx) trx.after('commit', () => void removeContentSoon())
  else void removeContentSoon()
}
