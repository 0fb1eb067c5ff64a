import { local } from '../boot/safe_storage.js'

/** Where the chosen language is kept in the browser (specification, section 3). */
export const LANGUAGE_KEY = 'dftq-lang'
const ONE_YEAR = 31_536_000

/**
 * Remembers the language for this browser. The server renders the page in it,
 * so the caller loads the page anew; of a signed-in person the server keeps it too.
 */
export function setLanguage(code: string): void {
  local.write(LANGUAGE_KEY, code)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `lang=${encodeURIComponent(code)}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax${secure}`
}
