import { bootstrap } from '../boot/bootstrap.js'
import { local } from '../boot/safe_storage.js'

/** Where the browser keeps the language (specification, section 3). The server keeps its own: this is for scripts beside us. */
const LANGUAGE_KEY = 'dftq-lang'

/** Writes the language down in this browser. */
export function rememberLanguage(code: string = bootstrap.lang): void {
  local.write(LANGUAGE_KEY, code)
}

/** What was written down: the language of the browser warning (specification, section 8). */
export function rememberedLanguage(): string | null {
  return local.read(LANGUAGE_KEY)
}
