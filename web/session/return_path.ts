import { tab } from '../boot/safe_storage.js'
import { sitePath } from './site_path.js'

const KEY = 'return_to'

/** Stores where the person wanted to go, for after signing in. */
export function storeReturnPath(path: string): void {
  tab.write(KEY, path)
}

/** The stored path, once, if it is a path of this site. */
export function consumeReturnPath(): string | null {
  const path = tab.read(KEY)
  tab.remove(KEY)
  return path && sitePath(path, location.origin)
}
