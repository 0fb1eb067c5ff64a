import { Metadata, Server } from '@tus/server'
import logger from '@adonisjs/core/services/logger'
import db from '@adonisjs/lucid/services/db'
import { settings } from '../../config/settings.js'
import { AppError } from '../../contract/errors.js'
import { isUnavailable } from '../../database/unavailable.js'
import { pluginRegistry } from '../../plugins/registry.js'
import { currentCompanyId } from '../../tenancy/scope.js'
import type { Session } from '../../tenancy/session.js'
import { finishUpload } from './finish.js'
import { type UploadRow, UploadStore, findUpload, newUploadToken } from './upload_store.js'

export const UPLOADS_PATH = '/api/core/uploads'
/** The number of unfinished uploads a person may have. */
const MOST_OPEN = 20
const MAX_NAME = 200

/** The fields of an error that tus turns into its answer. */
export const refusal = (status: number, code: string) =>
  Object.assign(new Error(code), { status_code: status, body: JSON.stringify({ status: 'error', code }) })

/** The sender of a request and the upload that it is about; none when it creates one. */
export interface Sender {
  session: Session
  token: string | null
}

let server: Promise<Server> | undefined
const senders = new WeakMap<object, Sender>()

/** Tells the protocol's server who sends a request; it only knows Node's request. */
export function rememberSender(request: object, sender: Sender): void {
  senders.set(request, sender)
}

type TusRequest = { runtime?: { node?: { req: object } } }
export const senderOf = (request: unknown): Sender => {
  const sender = senders.get((request as TusRequest).runtime?.node?.req ?? {})
  if (!sender) throw refusal(401, 'not_signed_in')
  return sender
}

/** The server of the protocol (https://tus.io/protocols/resumable-upload). The guard, CSRF and the company's scope run before it. */
export function uploadServer(): Promise<Server> {
  server ??= make()
  return server
}

/** The protocol server's own refusals, by its words, and our code for each. */
const CODES: Readonly<Record<number, string>> = { 404: 'not_found', 410: 'not_found', 413: 'too_large' }

/** Answers refusals in our format. Parts of the protocol that we do not support (a deferred length, concatenation) are invalid requests. */
export class PlatformUploads extends Server {
  override write(context: Parameters<Server['write']>[0], headers: Headers, status: number, body = ''): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    if (body.startsWith('{')) return super.write(context, headers, status, body)
    const own = status === 501 ? 400 : status
    return super.write(context, headers, own, JSON.stringify({ status: 'error', code: CODES[own] ?? 'bad_request' }))
  }
}

async function make(): Promise<Server> {
  const { appUrl } = await settings()
  return new PlatformUploads({
    path: UPLOADS_PATH,
    datastore: new UploadStore(),
    relativeLocation: true,
    allowedOrigins: [new URL(appUrl).origin],
    namingFunction: () => newUploadToken(),
    // Use the upload that was looked up. By default the server takes the last part of the whole address, including the query:
    // `…/<own>?/<somebody else's>`.
    getFileIdFromRequest: (request) => senderOf(request).token ?? undefined,
    onResponseError: (_request, error) => answerTo(error),
    maxSize: (request, id) => largest(request as unknown as Request, id),
    onUploadCreate: async (request, upload) => {
      const { session } = senderOf(request)
      const purpose = purposeFor(session, upload.metadata?.purpose)
      if (upload.size === undefined) throw refusal(400, 'bad_request')
      const name = plainName(upload.metadata?.filename)
      await note({ token: upload.id, purpose: purpose.name, name, size: upload.size, membership_id: session.membershipId! })
      return {}
    },
    onUploadFinish: async (_request, upload) => {
      const row = await findUpload(upload.id)
      try {
        const fileId = row && (await finishUpload(row))
        return { status_code: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data: { file_id: fileId } }) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const body = JSON.stringify({ status: 'error', code: error.code, ...error.details })
        throw Object.assign(new Error(error.code), { status_code: error.status, body })
      }
    },
  })
}

/** A file's name as the browser sent it, without invisible characters. Pure. */
export const plainName = (name: string | null | undefined): string =>
  (name ?? '').normalize('NFC').replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME) || 'file'

/** Writes the row of an upload. @throws refusal 429 when this person has too many unfinished uploads */
async function note(row: Omit<UploadRow, 'id' | 'file_id' | 'created_at'>): Promise<void> {
  await db.transaction(async (trx) => {
    // One at a time, so that concurrent requests count each other.
    await trx.rawQuery(`select pg_advisory_xact_lock(hashtext('core.uploads'), ?::int)`, [row.membership_id % 2_147_483_647])
    const open = await trx.from('core_uploads').where('membership_id', row.membership_id).whereNull('file_id').count('* as n').first()
    if (Number(open.n) >= MOST_OPEN) throw refusal(429, 'too_many_attempts')
    await trx.table('core_uploads').insert({ company_id: currentCompanyId(), ...row })
  })
}

/** Anything that is not a refusal of the protocol is our fault: it is logged, and its text (paths, SQL) is shown to nobody. */
export function answerTo(error: Error | { status_code: number; body: string }): { status_code: number; body: string } | undefined {
  if ('status_code' in error) return undefined
  const isAway = isUnavailable(error)
  logger.error({ err: error }, 'upload failed')
  const { status_code, body } = isAway ? refusal(503, 'unavailable') : refusal(500, 'default')
  return { status_code, body }
}

function purposeFor(session: Session, name: string | null | undefined) {
  const purpose = pluginRegistry().purposes.get(name ?? '')
  const isOn = purpose && pluginRegistry().isOn(purpose.plugin, session.enabledPlugins)
  if (!purpose?.upload || !isOn || !session.membershipId) throw refusal(404, 'not_found')
  if (!session.isAllowed(purpose.upload)) throw refusal(403, 'forbidden')
  return purpose
}

/** The largest size allowed. Before the upload exists its purpose comes from the request. */
async function largest(request: Request, id: string | null): Promise<number> {
  const row = id && request.method !== 'POST' ? await findUpload(id) : null
  const name = row ? row.purpose : Metadata.parse(request.headers.get('upload-metadata') ?? undefined)?.purpose
  return pluginRegistry().purposes.get(name ?? '')?.maxBytes ?? Number.MAX_SAFE_INTEGER
}
