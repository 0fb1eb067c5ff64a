import { tab } from '../boot/safe_storage.js'

const KEY = 'return_to'

/** Keeps where the person wanted to go, for after signing in. */
export function rememberReturn(path: string): void {
  tab.write(KEY, path)
}

/** The remembered path, once. Only paths of this site: an address of elsewhere would be an open redirect. */
export function takeReturn(): string | null {
  const path = tab.read(KEY)
  tab.remove(KEY)
  return path && /^\/(?![/\\])/.test(path) ? path : null
}
