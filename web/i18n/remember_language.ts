import { bootstrap } from '../boot/bootstrap.js'
import { local } from '../boot/safe_storage.js'

/** The key under which the browser stores the language (specification, section 3), for other scripts. The server stores its own. */
const LANGUAGE_KEY = 'dftq-lang'

/** Stores the language in this browser. */
export function rememberLanguage(code: string = bootstrap.lang): void {
  local.write(LANGUAGE_KEY, code)
}

/** The stored language, for the browser warning (specification, section 8). */
export function rememberedLanguage(): string | null {
  return local.read(LANGUAGE_KEY)
}
