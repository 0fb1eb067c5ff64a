import { settings } from '../config/settings.js'

export { TAG_MANAGER_ID } from '../config/settings.js'

/** An address of this platform as people see it, for mails, QR codes and other systems. @param path begins with a slash */
export async function platformUrl(path: string): Promise<string> {
  return `${(await settings()).appUrl}${path}`
}
