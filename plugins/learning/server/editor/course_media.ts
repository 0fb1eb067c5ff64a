import type { Readable } from 'node:stream'
import db from '@adonisjs/lucid/services/db'
import { createHash } from 'node:crypto'
import { AppError, invalid } from '#core/contract/errors'
import { readRawBody } from '#core/kit/calls'
import { type StoredFile, type OpenFile, storeFile, openFile, removeFile } from '#core/kit/files'
import { MAX_FILE_BYTES } from '../course_import/course_files.js'
import { readCaptions } from '../course_import/media.js'
import { courseMedia } from '../files.js'
import { attachStoredFile, storeMedia } from '../media/media_store.js'
import { type LargeSource, type MediaKind, type MediaSource, captionsOf } from '../media/media_types.js'
import { type ByteSource, videoFacts } from '../media/video_facts.js'
import type { PackageNote } from '../scorm/manifest.js'
import { PackageError } from '../scorm/package_files.js'
import { readPackage } from '../scorm/read_package.js'
import { findDraft } from './draft_store.js'
import type { Editor } from './whose_courses.js'

export interface MediaName {
  kind: MediaKind
  name: string
  language?: string | undefined
}

/**
 * Stores a video, captions or a package for a draft, after checking its content. A video or package is streamed to disk.
 * @returns its facts, with the path that texts use for it
 * @throws AppError 404; 422 on `file`: too_large, wrong_file_type, video_unknown, captions_unknown; 400 when the upload was cut off
 */
export async function storeUpload(editor: Editor, courseId: string | number, name: MediaName, body: Readable): Promise<StoredUpload> {
  const { draft } = await findDraft(editor, courseId)
  const kept = await whole(body, () => (name.kind === 'captions' ? keepCaptions(editor, name, body) : keepLarge(editor, name, body)))
  const { path, notes: _, ...source } = kept
  await db
    .knexQuery()
    .table('learning_draft_parts')
    .insert({ company_id: editor.owner, draft_id: draft.id, kind: 'media', key: path, content: JSON.stringify(source) })
    .onConflict(['draft_id', 'kind', 'key'])
    .merge(['content'])
  return kept
}

/** The stored media and its path; for a package, also notes on what was not imported. */
export type StoredUpload = MediaSource & { path: string; notes: PackageNote[] }

/** A client that disconnects during the upload is not a server error. */
async function whole<T>(body: Readable, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    if (error instanceof AppError || !body.destroyed || body.readableEnded) throw error
    throw new AppError(400, 'bad_request')
  }
}

async function keepCaptions({ owner }: Editor, { name, language }: MediaName, body: Readable): Promise<StoredUpload> {
  const content = await readRawBody(body, MAX_FILE_BYTES).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 413 ? invalid('file', 'too_large') : error
  })
  if (!readCaptions(content)) throw invalid('file', 'captions_unknown')
  const source: MediaSource = { kind: 'captions', hash: createHash('sha256').update(content).digest('hex'), size: content.length }
  await storeMedia([source], new Map([[source.hash, content]]), owner)
  return { ...source, path: captionsOf(`videos/${name}.mp4`, language!), notes: [] }
}

async function keepLarge({ owner }: Editor, name: MediaName, body: Readable): Promise<StoredUpload> {
  const file = await storeFile(courseMedia, { name: name.name, content: body, membershipId: null, ofPlatform: owner === null })
  try {
    const opened = (await openFile(file.id))!
    const { source, notes } = await lookAt(name.kind, file, opened)
    await attachStoredFile(source, file.id, owner)
    // The name includes the content's hash, so that a different video with the same name gets a different path.
    const own = `${name.name}-${source.hash.slice(0, 8)}`
    const path = source.kind === 'video' ? `videos/${own}.${source.contentType.slice(6)}` : `packages/${own}.zip`
    return { ...source, path, notes }
  } catch (error) {
    await removeFile(file.id)
    throw error
  }
}

async function lookAt(kind: MediaKind, file: StoredFile, opened: OpenFile): Promise<{ source: LargeSource; notes: PackageNote[] }> {
  if (kind === 'package') {
    const { read, notes } = await readPackage(bytesOf(opened)).catch((error: unknown) => {
      throw error instanceof PackageError ? invalid('file', error.code) : error
    })
    return { source: { ...read, hash: file.sha256, size: file.size }, notes }
  }
  const facts = await videoFacts(bytesOf(opened))
  if (!facts) throw invalid('file', 'video_unknown')
  return { source: { kind: 'video', hash: file.sha256, size: file.size, ...facts }, notes: [] }
}

/** A stored file, read in pieces. */
export const bytesOf = ({ facts, open }: OpenFile): ByteSource => ({
  size: facts.size,
  async read(offset, length) {
    const last = Math.min(offset + length, facts.size) - 1
    const stream = last < offset ? null : await open({ first: offset, last })
    const chunks: Buffer[] = []
    if (stream) for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  },
})
