import { settings } from '../config/settings.js'

// What the running company chose, and addresses of this platform.
export { changeSettings } from '../companies/own_settings.js'
export { publishedSettingsOf, settingsOf } from '../companies/settings_store.js'

/** An address of this platform as people see it, for mails, QR codes and other systems. @param path begins with a slash */
export async function platformUrl(path: string): Promise<string> {
  return `${(await settings()).appUrl}${path}`
}

/** Where questions to support go, where a company has no address of its own (SUPPORT_ADDRESS). */
export async function supportAddress(): Promise<string> {
  return (await settings()).supportAddress
}

/** Where somebody who wants to book gets in touch, for companies without a page of their own (CONTACT_URL); null: nowhere. */
export async function contactPage(): Promise<string | null> {
  return (await settings()).contactUrl ?? null
}

/** Sites that a page may play videos from, beside this one (VIDEO_HOSTS). */
export async function videoHosts(): Promise<readonly string[]> {
  return (await settings()).videoHosts
}
