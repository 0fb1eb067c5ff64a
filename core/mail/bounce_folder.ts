import { createHash } from 'node:crypto'
import { readFile, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import logger from '@adonisjs/core/services/logger'
import { settings } from '../config/settings.js'
import { recordBounce } from './bounces.js'
import { readDeliveryStatus } from './delivery_status.js'
import { isOwnEnvelope } from './return_address.js'

const MAX_BYTES = 5 * 1024 * 1024
const AT_ONCE = 500

/**
 * Reads one bounced mail and stores what it says about ours.
 * @returns `noted`, `other` (no failure notification) or `unknown` (not about a mail of ours)
 */
export async function readBounce(source: Uint8Array): Promise<'noted' | 'other' | 'unknown'> {
  const told = await readDeliveryStatus(source).catch((error: unknown) => {
    // Anybody can write to that mailbox. An unreadable mail (nested without end) must not block the ones after it.
    logger.warn({ err: error }, 'a mail in the mailbox for what comes back cannot be read')
    return null
  })
  if (!told?.failure) return 'other'
  const key = createHash('sha256')
    .update(told.id ?? source)
    .digest('base64url')
  // Anybody who knows a Message-ID, for example from a reply, can forge such a notification, so it does not block the address.
  const proven = told.names.filter(isOwnEnvelope)
  const { isDead, reason } = told.failure
  const report = { names: proven.length ? proven : told.names, isDead: isDead && proven.length > 0, reason }
  return (await recordBounce({ key: `mail:${key}`, ...report })) ? 'noted' : 'unknown'
}

/**
 * Reads the mailbox of MAIL_BOUNCE_DIR (a Maildir, which mail servers and fetchers write) and moves what was read. The job
 * `core.mail.read_bounces`, every five minutes. Safe to run twice at once: a bounce counts once.
 */
export async function readBounceFolder(): Promise<void> {
  const { folder } = (await settings()).bounces
  if (!folder) return
  const names = (await readdir(join(folder, 'new'))).filter((name) => !name.startsWith('.')).sort()
  for (const name of names.slice(0, AT_ONCE)) {
    const path = join(folder, 'new', name)
    try {
      const { size } = await stat(path)
      const was = size > MAX_BYTES ? 'other' : await readBounce(await readFile(path))
      if (was !== 'noted') logger.warn({ name, was }, 'a mail in the mailbox for what comes back tells of no mail of ours')
      await rename(path, join(folder, 'cur', `${name}:2,S`))
    } catch (error) {
      // Another node was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
