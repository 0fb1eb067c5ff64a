import { tab } from '../boot/safe_storage.js'
import { sitePath } from './site_path.js'

const KEY = 'return_to'

/** Keeps where the person wanted to go, for after signing in. */
export function rememberReturn(path: string): void {
  tab.write(KEY, path)
}

/** The remembered path, once, when it is one of this site. */
export function takeReturn(): string | null {
  const path = tab.read(KEY)
  tab.remove(KEY)
  return path && sitePath(path, location.origin)
}
