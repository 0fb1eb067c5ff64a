import { bootstrap } from '../../boot/bootstrap.js'
import { tab } from '../../boot/safe_storage.js'

/** The typed values, and the values they are based on. */
export interface Draft<V> {
  values: V
  /** The values that the form started with, and their version: somebody else may save meanwhile. */
  base?: V
  version?: string | undefined
  /** The current step of a wizard. */
  step?: string
}

// Belongs to one person in one company: another person who signs in finds nothing of it.
const owner = () => `${bootstrap.user?.email ?? currentMembership()}|${bootstrap.branding.loginId ?? ''}`
/** The current membership, which identifies a person without an e-mail address. */
const currentMembership = () => bootstrap.user?.memberships.find(({ current }) => current)?.id ?? ''
const nameOf = (key: string) => `draft:${owner()}:${key}`

/** The values typed in a form of this tab before a reload; signing out clears them with the session storage. */
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

/** Stores typed values. Passwords and files are never stored in a draft: those fields declare so themselves. */
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
