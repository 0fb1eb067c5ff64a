import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { attachFile, storeFile, openFile, readBytes, removeFile } from '#core/kit/files'
import { courseMedia } from '../files.js'
import { type LargeSource, MAX_MEDIA_BYTES, type MediaSource } from './media_types.js'

export interface MediaRow {
  hash: string
  kind: MediaSource['kind']
  content_type: string
  /** For a video or package: its file. */
  file_id: number | null
  /** For captions: their content. */
  content: Buffer | null
}

const CONTENT_TYPES = { captions: 'text/vtt', package: 'application/zip' } as const
/** The largest total size of a course's media in an exported archive, in bytes: it is held in memory. */
const MAX_ARCHIVED_BYTES = 100 * 1024 * 1024

/** The owners whose stored media an owner (null = the platform) may use: their own and the platform's. */
const within = (owner: number | null) => (owner === null ? [null] : [owner, null])

/**
 * Finds a video, captions or a package by the hash of its content, of the running company or the platform.
 * @param owner null: only the platform's, because the scope across companies would also find those of companies
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
 * Stores new media, each under its hash; media that is already stored is skipped. Call it before the transaction that uses the media,
 * because it writes files.
 * @param contents hash → content, or a local file, of the new media
 */
export async function storeMedia(
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
    const file = await storeFile(courseMedia, { name: source.hash, content, membershipId: null, ofPlatform: owner === null })
    await insert({ ...row, file_id: file.id }, file.id)
  }
}

/** The same for a file that is already stored. If the media existed before, it keeps its own file and this one stays unattached. */
export async function attachStoredFile(source: LargeSource, file: number, owner: number | null): Promise<void> {
  if (await findMedia(source.hash, owner)) return removeFile(file)
  const { hash, kind, size } = source
  const contentType = kind === 'video' ? source.contentType : CONTENT_TYPES[kind]
  await insert({ company_id: owner, hash, kind, content_type: contentType, size, file_id: file }, file)
}

async function insert(row: object, file?: number): Promise<void> {
  await db.transaction(async (trx) => {
    // With two concurrent inserts of the same media, the second file stays unattached and is cleaned up.
    const added = await trx.knexQuery().table('learning_media').insert(row).onConflict(['company_id', 'hash']).ignore().returning('id')
    if (added.length && file !== undefined) await attachFile(trx, file, { purpose: courseMedia })
  })
}

/** The media of a course as files of its folder. @throws AppError 422 archive_too_large when it exceeds the limit */
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

/** Opens the file of a video or package for reading. */
export const openMedia = async (row: MediaRow) => (row.file_id ? openFile(row.file_id) : null)
