import { settings } from '../config/settings.js'

// The running company's settings, and addresses of this platform.
export { changeSettings } from '../companies/own_settings.js'
export { publishedSettingsOf, settingsOf } from '../companies/settings_store.js'

/** An address of this platform as people see it, for mails, QR codes and other systems. @param path begins with a slash */
export async function platformUrl(path: string): Promise<string> {
  return `${(await settings()).appUrl}${path}`
}

/** Returns the support address for companies without their own (SUPPORT_ADDRESS). */
export async function supportAddress(): Promise<string> {
  return (await settings()).supportAddress
}

/** The contact page for bookings of companies without one of their own (CONTACT_URL); null when there is none. */
export async function contactPage(): Promise<string | null> {
  return (await settings()).contactUrl ?? null
}

/** Sites from which a page may play videos, beside this one (VIDEO_HOSTS). */
export async function videoHosts(): Promise<readonly string[]> {
  return (await settings()).videoHosts
}
