import { bootstrap } from '../../boot/bootstrap.js'
import { tab } from '../../boot/safe_storage.js'

/** What was typed, and what it was typed into. */
export interface Draft<V> {
  values: V
  /** The values that the form began with, and their version: somebody may save others meanwhile. */
  base?: V
  version?: string | undefined
  /** Of a wizard. */
  step?: string
}

// Of one person in one company: who signs in after somebody finds nothing of theirs.
const owner = () => `${bootstrap.user?.email ?? ''}|${bootstrap.branding.loginId ?? ''}`
const nameOf = (key: string) => `draft:${owner()}:${key}`

/** What was typed in a form of this tab before it was loaded anew; signing out clears it with the session storage. */
export function readDraft<V>(key: string | undefined): Draft<V> | null {
  if (!key) return null
  try {
    const draft = JSON.parse(tab.read(nameOf(key)) ?? 'null') as Draft<V> | null
    return draft && typeof draft.values === 'object' ? draft : null
  } catch {
    return null
  }
}

const isFile = (value: unknown) => value instanceof Blob

/** Keeps what is typed. Passwords and files have no place in a draft: fields of those kinds say so themselves. */
export function writeDraft<V extends object>(key: string | undefined, draft: Draft<V>, never: ReadonlySet<string>): void {
  if (!key) return
  tab.write(
    nameOf(key),
    JSON.stringify(draft, (name, value: unknown) => (never.has(name) || isFile(value) ? undefined : value)),
  )
}

export function dropDraft(key: string | undefined): void {
  if (key) tab.remove(nameOf(key))
}
