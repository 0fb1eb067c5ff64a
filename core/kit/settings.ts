import { settings } from '../config/settings.js'

// What the running company chose, and addresses of this platform.
export { settingsOf } from '../companies/settings_store.js'

/** An address of this platform as people see it, for mails, QR codes and other systems. @param path begins with a slash */
export async function platformUrl(path: string): Promise<string> {
  return `${(await settings()).appUrl}${path}`
}
