import { createReadStream } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import drive from '@adonisjs/drive/services/main'
import { settings } from '../config/settings.js'
import { s3Client } from '../config/s3.js'

/** Both ends are included. */
export interface ByteRange {
  first: number
  last: number
}

// The only place that knows the kind of disk: @adonisjs/drive has no ranges.

export function hasContent(key: string): Promise<boolean> {
  return drive.use().exists(key)
}

/** A file's bytes, or a range of them, as a stream. Null when the disk does not have it. */
export async function openContent(key: string, range?: ByteRange): Promise<Readable | null> {
  if (!(await hasContent(key))) return null
  if (!range) return drive.use().getStream(key)
  const { disk, dataDir } = await settings()
  if (disk.kind === 'fs') return createReadStream(join(dataDir, 'files', key), { start: range.first, end: range.last })
  const { GetObjectCommand } = await import('@aws-sdk/client-s3')
  const client = await s3Client(disk)
  const { Body } = await client.send(new GetObjectCommand({ Bucket: disk.bucket, Key: key, Range: `bytes=${range.first}-${range.last}` }))
  return Body as Readable
}

/** Puts a local file on the disk, by the system or as a stream, never all of it in memory. */
export async function putContent(key: string, path: string, { size, contentType }: { size: number; contentType: string }): Promise<void> {
  const { disk, dataDir } = await settings()
  if (disk.kind === 'fs') {
    const target = join(dataDir, 'files', key)
    await mkdir(dirname(target), { recursive: true })
    return copyFile(path, target)
  }
  await drive.use().putStream(key, createReadStream(path), { contentType, contentLength: size })
}

/** Puts bytes in memory on the disk. */
export async function putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
  const { disk, dataDir } = await settings()
  if (disk.kind !== 'fs') return drive.use().put(key, bytes, { contentType, contentLength: bytes.byteLength })
  const target = join(dataDir, 'files', key)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes)
}

/** Missing content is no error. */
export async function deleteContent(key: string): Promise<void> {
  if (await hasContent(key)) await drive.use().delete(key)
}

/**
 * Writes, reads and deletes one small file.
 * @throws Error one line that says which setting to check
 */
export async function checkDisk(): Promise<void> {
  const { disk } = await settings()
  const key = '.probe'
  try {
    await drive.use().put(key, 'probe')
    if ((await drive.use().get(key)) !== 'probe') throw new Error('what was written is not what is read')
    await drive.use().delete(key)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : new Error(String(error))
    const where = disk.kind === 's3' ? `bucket "${disk.bucket}" (DRIVE_DISK=s3, S3_…)` : 'folder DATA_DIR/files (DRIVE_DISK=fs)'
    throw new Error(`Files cannot be kept in the ${where}: ${cause.name} ${cause.message}`.trim(), { cause: error })
  }
}
