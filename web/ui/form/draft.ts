import { tab } from '../../boot/safe_storage.js'

const PREFIX = 'draft:'

/** What was typed in a form of this tab earlier; signing out clears it with the session storage. */
export function readDraft<V>(key: string | undefined): Partial<V> | null {
  if (!key) return null
  try {
    return JSON.parse(tab.read(PREFIX + key) ?? 'null') as Partial<V> | null
  } catch {
    return null
  }
}

/** Keeps what is typed. Passwords and files have no place in a draft: name them in `never`. */
export function writeDraft(key: string | undefined, values: object, never: readonly string[]): void {
  if (!key) return
  const kept = Object.fromEntries(Object.entries(values).filter(([name, value]) => !never.includes(name) && !(value instanceof Blob)))
  tab.write(PREFIX + key, JSON.stringify(kept))
}

export function dropDraft(key: string | undefined): void {
  if (key) tab.remove(PREFIX + key)
}
