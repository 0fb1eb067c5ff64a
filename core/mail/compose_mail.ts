import db from '@adonisjs/lucid/services/db'
import { settings } from '../config/settings.js'
import { BRANDING_COLUMNS, type BrandingRow, platformBranding } from '../companies/branding.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { RenderedMail } from './render.js'
import { renderMail } from './render.js'
import { mask, seal } from './secrets.js'
import { ownText } from './texts.js'

export type Sender = BrandingRow & { sender_name: string; plugins: string[] | null }

/** The company of the mail; the platform itself for mails about an account. */
export async function senderOf(companyId: number | null): Promise<Sender> {
  if (companyId) {
    const { rows } = await db.rawQuery(`select ${BRANDING_COLUMNS}, sender_name, plugins from core_companies where id = ?`, [companyId])
    return rows[0]
  }
  const { companyName, primaryColor, secondaryColor } = platformBranding()
  return {
    id: 0,
    login_id: '',
    name: companyName,
    sender_name: companyName,
    logo_file: null,
    favicon_file: null,
    primary_color: primaryColor,
    secondary_color: secondaryColor,
    theme: 'base',
    default_language: 'nl',
    plugins: null,
  }
}

/** The mail's declaration; undefined when its plugin was removed. */
export function definitionOf(trigger: string) {
  return pluginRegistry().mails.find((candidate) => candidate.trigger === trigger)
}

export interface Composed {
  /** The stored text: secrets are dots. */
  shown: RenderedMail
  /** The sent text, encrypted; null without secrets. */
  sealed: string | null
  /** The button's path within the platform; null for other addresses and for links that open something. */
  link: string | null
}

/**
 * Writes a mail: loads its values and uses the company's own words where it has some.
 * @returns null when its reason no longer exists
 * @throws Error when its plugin was removed, or is off for this company
 */
export async function composeMail(
  row: {
    trigger: string
    language: string
    to_name: string
    payload: unknown
    company_id: number | null
    membership_id: number | null
    user_id: number | null
  },
  sender: Sender,
): Promise<Composed | null> {
  const mail = definitionOf(row.trigger)
  if (!mail) throw new Error(`No plugin declares the mail "${row.trigger}" any more.`)
  if (sender.plugins && !pluginRegistry().isOn(mail.plugin, sender.plugins))
    throw new Error(`The plugin of mail "${row.trigger}" is off by now.`)
  const loaded = await mail.load((row.payload ?? {}) as never)
  if (!loaded) return null
  const values: Record<string, string> = { firstname: row.to_name, ...loaded }
  const mailing = (await mail.words?.((row.payload ?? {}) as never, row.language)) ?? null
  const language = mailing?.language ?? row.language
  const own = mailing ?? (await ownText({ company: row.company_id, trigger: mail.trigger, language }))
  const hasAccount = !mail.beforeAccount && (row.membership_id !== null || row.user_id !== null)
  const unsubscribe = (await mail.unsubscribe?.((row.payload ?? {}) as never)) ?? null
  const render = (given: Record<string, string>) => renderMail(mail.trigger, language, given, sender, own, { hasAccount, unsubscribe })
  const sent = await render(values)
  const secrets = (mail.secrets ?? []).filter((name) => name in values)
  const link = secrets.includes('actionUrl') ? null : await pathOf(values.actionUrl)
  if (!secrets.length) return { shown: sent, sealed: null, link }
  const hidden = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secrets.includes(name) ? mask(value) : value]))
  return { shown: await render(hidden), sealed: seal(sent), link }
}

/** The path of an address of ours; null for any other. */
async function pathOf(url: string | undefined): Promise<string | null> {
  if (!url || !URL.canParse(url)) return null
  const { origin, pathname, search } = new URL(url)
  return origin === new URL((await settings()).appUrl).origin ? pathname + search : null
}
