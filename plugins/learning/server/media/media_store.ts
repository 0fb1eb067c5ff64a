import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { attachFile, keepFile, openFile, readBytes, removeFile } from '#core/kit/files'
import { courseMedia } from '../files.js'
import { type LargeSource, MAX_MEDIA_BYTES, type MediaSource } from './media_types.js'

export interface MediaRow {
  hash: string
  kind: MediaSource['kind']
  content_type: string
  /** Of a video or package: its file. */
  file_id: number | null
  /** Of captions: themselves. */
  content: Buffer | null
}

const CONTENT_TYPES = { captions: 'text/vtt', package: 'application/zip' } as const
/** Most that the media of one course may be together when it goes out as an archive, in bytes: it is held in memory. */
const MAX_ARCHIVED_BYTES = 100 * 1024 * 1024

/** What an owner (null = the platform) may use of what is kept: their own, and the platform's. */
const within = (owner: number | null) => (owner === null ? [null] : [owner, null])

/**
 * A video, captions or a package by the hash of its content, of the running company or the platform.
 * @param owner null: the platform's alone, as in the scope across companies everybody's would be found
 */
export async function findMedia(hash: string, owner: number | null): Promise<MediaRow | null> {
  for (const company of within(owner)) {
    const row = await db
      .from('learning_media')
      .where('hash', hash)
      .whereRaw('company_id is not distinct from ?::bigint', [company as number])
      .select('hash', 'kind', 'content_type', 'file_id', 'content')
      .first()
    if (row) return row as MediaRow
  }
  return null
}

/**
 * Keeps what is not kept yet, each under its hash; the same one twice is one. Before the transaction that uses it: files are written.
 * @param contents hash → content, or a file of this machine, of those that are new
 */
export async function keepMedia(
  media: readonly MediaSource[],
  contents: ReadonlyMap<string, Buffer | { path: string }>,
  owner: number | null,
): Promise<void> {
  for (const source of media) {
    const content = contents.get(source.hash)
    if (!content || (await findMedia(source.hash, owner))) continue
    const row = {
      company_id: owner,
      hash: source.hash,
      kind: source.kind,
      content_type: source.kind === 'video' ? source.contentType : CONTENT_TYPES[source.kind],
      size: source.size,
    }
    if (source.kind === 'captions') {
      await insert({ ...row, content: content as Buffer })
      continue
    }
    const file = await keepFile(courseMedia, { name: source.hash, content, membershipId: null, ofPlatform: owner === null })
    await insert({ ...row, file_id: file.id }, file.id)
  }
}

/** The same for what lies in a kept file already; one that was there before keeps its own, and this one stays loose. */
export async function keepKeptFile(source: LargeSource, file: number, owner: number | null): Promise<void> {
  if (await findMedia(source.hash, owner)) return removeFile(file)
  const { hash, kind, size } = source
  const contentType = kind === 'video' ? source.contentType : CONTENT_TYPES[kind]
  await insert({ company_id: owner, hash, kind, content_type: contentType, size, file_id: file }, file)
}

async function insert(row: object, file?: number): Promise<void> {
  await db.transaction(async (trx) => {
    // Of two that keep the same one the second's file stays loose, and goes.
    const added = await trx.knexQuery().table('learning_media').insert(row).onConflict(['company_id', 'hash']).ignore().returning('id')
    if (added.length && file !== undefined) await attachFile(trx, file, { purpose: courseMedia })
  })
}

/** The media of a course as files of its folder. @throws AppError 422 archive_too_large when it is more than fits */
export async function contentsOfMedia(media: ReadonlyMap<string, MediaSource>, owner: number | null): Promise<Map<string, Buffer>> {
  const all = [...media.values()].reduce((sum, { size }) => sum + size, 0)
  if (all > MAX_ARCHIVED_BYTES) {
    throw new AppError(422, 'course_has_mistakes', { mistakes: [{ file: '.', line: 1, code: 'archive_too_large', message: '' }] })
  }
  const contents = new Map<string, Buffer>()
  for (const [path, { hash }] of media) {
    const row = await findMedia(hash, owner)
    const bytes = row?.content ?? (row?.file_id ? await readBytes(row.file_id, MAX_MEDIA_BYTES) : null)
    if (bytes) contents.set(path, Buffer.from(bytes))
  }
  return contents
}

/** The file of a video or package, to read from. */
export const openMedia = async (row: MediaRow) => (row.file_id ? openFile(row.file_id) : null)
