import { timingSafeEqual } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { opaqueName } from '../http/opaque.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import { type OpenFile, openFile } from './file_store.js'

/** The longest validity in seconds, because a signed address cannot be revoked. */
const MAX_SECONDS = 6 * 3600

const seal = (company: number, id: number, expires: number) => opaqueName('core.files.signed', company, id, expires)

/**
 * An address that opens one file for a short while without a cookie: for <video>, <img>, a download in another tool. Anybody who has it may
 * read, so check first who asks.
 * @param seconds its validity, at most six hours
 */
export function signedFileUrl(id: number, { seconds }: { seconds: number }): string {
  const company = currentCompanyId()
  const expires = Math.floor(Date.now() / 1000) + Math.min(seconds, MAX_SECONDS)
  return `/files/${company}.${id}.${expires}.${seal(company, id, expires)}`
}

/** The file behind a signed address, opened in its company's scope; null when the address is wrong or expired, or the file is gone. */
export async function openSigned(token: string): Promise<OpenFile | null> {
  const match = /^(\d{1,18})\.(\d{1,18})\.(\d{1,12})\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [company, id, expires] = match.slice(1, 4).map(Number) as [number, number, number]
  if (!timingSafeEqual(Buffer.from(match[4]!), Buffer.from(seal(company, id, expires)))) return null
  if (expires * 1000 < Date.now()) return null
  const row = await asSystem('files.signed', () =>
    db.from('core_companies').where({ id: company, status: 'active' }).select('plugins').first(),
  )
  const file = row && (await inCompany(company, () => openFile(id)))
  const plugin = file && pluginRegistry().purposes.get(file.facts.purpose)?.plugin
  return plugin && pluginRegistry().isOn(plugin, row.plugins) ? file : null
}
