import { statfs } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { settings } from '../../config/settings.js'
import { notFound } from '../../contract/errors.js'
import { messageFile } from '../../i18n/catalogue.js'
import { jobsAreRunning } from '../../jobs/boss.js'
import { fingerprintOf, publicKey } from '../../signing/platform_key.js'
import { asSystem } from '../../tenancy/scope.js'
import { acceptedEncoding, compress, sendEncoded } from '../../http/compress.js'
import { appVersion } from '../../pages/version.js'

const FOR_EVER = 'public, max-age=31536000, immutable'
const MIN_FREE_BYTES = 200 * 1024 * 1024

/** Version, health and public files. */
export default class PlatformController {
  async version() {
    return { status: 'good' as const, version: appVersion() }
  }

  /** The public key for verifying archives and isolation reports of this platform. */
  async key() {
    const key = await publicKey()
    return { algorithm: 'Ed25519' as const, key, fingerprint: fingerprintOf(key) }
  }

  async live() {
    return { status: 'good' as const }
  }

  /** Ready means that a person's next click will work: database, jobs and disk. */
  async ready({ response }: HttpContext) {
    const { dataDir } = await settings()
    const passes = async (check: () => Promise<boolean>) => check().catch(() => false)
    const checks = {
      database: await passes(() => asSystem('health', () => db.rawQuery('select 1')).then(() => true)),
      jobs: jobsAreRunning(),
      disk: await passes(async () => {
        const { bavail, bsize } = await statfs(dataDir)
        return bavail * bsize > MIN_FREE_BYTES
      }),
    }
    const good = Object.values(checks).every(Boolean)
    response.status(good ? 200 : 503)
    return { status: good ? ('good' as const) : ('error' as const), checks }
  }

  async messages(ctx: HttpContext) {
    const file = messageFile(String(ctx.params.file))
    if (!file) throw notFound()
    const encoding = acceptedEncoding(ctx)
    if (encoding) file.encoded[encoding] ??= compress(file.json, encoding, true)
    ctx.response.header('Cache-Control', FOR_EVER)
    sendEncoded(ctx, 'application/json; charset=utf-8', encoding ? await file.encoded[encoding]! : file.json, encoding)
  }
}
