import { createWriteStream } from 'node:fs'
import { open, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { DataStore, ERRORS, type Server, Upload } from '@tus/server'
import { settings } from '../../config/settings.js'
import { AppError, notFound } from '../../contract/errors.js'
import type { Session } from '../../tenancy/session.js'
import { ADMIN_UPLOAD_MS, adminFolder, removeAt } from './admin_upload_files.js'
import { PlatformUploads, answerTo, plainName, refusal, rememberSender, senderOf } from './server.js'
import { newUploadToken } from './upload_store.js'

/** The number of uploads of one kind that an admin may have. */
const MAX_UPLOADS = 5
const TOKEN = /^[0-9a-f]{48}$/

/** An upload of an admin and its progress. */
export interface AdminUpload {
  token: string
  name: string
  /** In bytes: the total, and the part received so far. */
  size: number
  received: number
  /** ISO 8601 */
  created_at: string
  expires_at: string
  /** Its bytes on this machine. */
  path: string
}

interface Noted {
  userId: number
  name: string
  size: number
  createdAt: string
}

export interface AdminUploadsOptions {
  /** `<plugin>`, also the name of the folder. */
  kind: string
  /** Address of the route that starts an upload. */
  path: string
  maxBytes: number
  /** Checks a complete file. @throws AppError with a code to show; the upload is then deleted */
  check: (path: string, size: number) => Promise<void>
}

const exists = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )

/** Stores the bytes of uploads as files of this machine. */
class FolderStore extends DataStore {
  override extensions = ['creation', 'expiration', 'termination']

  constructor(
    readonly folder: () => Promise<string>,
    readonly find: (token: string) => Promise<AdminUpload | null>,
  ) {
    super()
  }

  override async create(upload: Upload): Promise<Upload> {
    await (await open(join(await this.folder(), upload.id), 'w')).close()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.find(id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    const { name, size, received, created_at } = found
    return new Upload({ id, size, offset: received, creation_date: created_at, metadata: { name } })
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const path = join(await this.folder(), id)
    try {
      await pipeline(stream, createWriteStream(path, { flags: 'r+', start: offset }))
    } catch (error) {
      const { syscall, code } = error as NodeJS.ErrnoException
      // After a broken connection the received part is kept. Disk errors are reported.
      if (syscall && code !== 'ECONNRESET' && code !== 'ENOENT') throw error
    }
    const received = await exists(path)
    // Its owner deleted it meanwhile.
    if (received === null) throw ERRORS.FILE_NOT_FOUND
    return received
  }

  override async remove(id: string): Promise<void> {
    await removeAt(await this.folder(), id)
  }

  override getExpiration(): number {
    return ADMIN_UPLOAD_MS
  }
}

/**
 * Large uploads of admins for work that belongs to no company, by the same protocol as other uploads (tus). Only the owner can use one. It is stored
 * on this machine and deleted after a day. The routes have the usual guard and CSRF check.
 */
export function adminUploads({ kind, path, maxBytes, check }: AdminUploadsOptions) {
  const folder = () => adminFolder(kind)
  let server: Promise<Server> | undefined

  async function find(token: string): Promise<(AdminUpload & { userId: number }) | null> {
    if (!TOKEN.test(token)) return null
    const at = join(await folder(), token)
    const [noted, received] = await Promise.all([readFile(`${at}.json`, 'utf8').catch(() => null), exists(at)])
    if (noted === null || received === null) return null
    const { userId, name, size, createdAt } = JSON.parse(noted) as Noted
    const expires = Date.parse(createdAt) + ADMIN_UPLOAD_MS
    if (expires < Date.now()) return null
    return { token, userId, name, size, received, created_at: createdAt, expires_at: new Date(expires).toISOString(), path: at }
  }

  /** An upload of one's own. @throws AppError 404 for anybody else's */
  async function own(session: Session, token: string): Promise<AdminUpload> {
    const found = await find(token)
    if (!found || found.userId !== session.userId) throw notFound()
    return found
  }

  /** One's own uploads, newest first. */
  async function list(session: Session): Promise<AdminUpload[]> {
    const files = await readdir(await folder())
    const found = await Promise.all(files.filter((file) => TOKEN.test(file)).map(find))
    return found
      .flatMap((one) => (one && one.userId === session.userId ? [one] : []))
      .sort((a, b) => b.created_at.localeCompare(a.created_at))
  }

  async function make(): Promise<Server> {
    const { appUrl } = await settings()
    return new PlatformUploads({
      path,
      datastore: new FolderStore(folder, find),
      relativeLocation: true,
      allowedOrigins: [new URL(appUrl).origin],
      namingFunction: () => newUploadToken(),
      getFileIdFromRequest: (request) => senderOf(request).token ?? undefined,
      onResponseError: (_request, error) => answerTo(error),
      maxSize: maxBytes,
      onUploadCreate: async (request, upload) => {
        const { session } = senderOf(request)
        if (upload.size === undefined) throw refusal(400, 'bad_request')
        if ((await list(session)).length >= MAX_UPLOADS) throw refusal(429, 'too_many_attempts')
        const noted: Noted = {
          ...{ userId: session.userId, name: plainName(upload.metadata?.filename) },
          ...{ size: upload.size, createdAt: new Date().toISOString() },
        }
        await writeFile(join(await folder(), `${upload.id}.json`), JSON.stringify(noted))
        return {}
      },
      onUploadFinish: async (_request, upload) => {
        const found = await find(upload.id)
        if (!found) throw refusal(404, 'not_found')
        try {
          await check(found.path, found.size)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          await removeAt(await folder(), upload.id)
          throw refusal(error.status, error.code)
        }
        return { status_code: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data: { token: upload.id } }) }
      },
    })
  }

  return {
    own,
    list,
    /** POST, HEAD, PATCH and DELETE of the protocol, which writes its own answers. @throws AppError 404 for anybody else's */
    async handle({ params, request, response, session }: HttpContext): Promise<void> {
      const token = params.token === undefined ? null : (await own(session!, String(params.token))).token
      rememberSender(request.request, { session: session!, token })
      server ??= make()
      await (await server).handle(request.request, response.response)
    },
    /** Deletes one of one's own. @throws AppError 404 */
    async remove(session: Session, token: string): Promise<void> {
      await removeAt(await folder(), (await own(session, token)).token)
    },
  }
}
