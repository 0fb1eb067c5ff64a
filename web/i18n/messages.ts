import { atom } from 'jotai'
import { bootstrap } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'
import { compileMessages, type CompiledMessage } from './compile.js'

export type Messages = Record<string, CompiledMessage>

/** Message id → compiled message of every part loaded so far, in the language of the page. */
export const messagesAtom = atom<Messages>({})

const loading = new Map<string, Promise<void>>()
/** What could not be had. */
const missing = new Set<string>()

/**
 * The messages of `core` or of a plugin in one language. The server has
 * already filled gaps from English, then Dutch. A failed fetch never rejects:
 * a page with message ids is better than no page.
 */
export async function fetchMessages(part: string, language: string, onFailure?: () => void): Promise<Messages> {
  const byLanguage = bootstrap.messages[part]
  const url = byLanguage?.[language] ?? byLanguage?.en ?? byLanguage?.nl
  if (!url) return {}
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await compileMessages((await response.json()) as Record<string, string | CompiledMessage>)
  } catch (error) {
    console.error(`Messages of "${part}" could not be loaded from ${url}`, error)
    onFailure?.()
    return {}
  }
}

/** Loads the messages of a part once, in the language of the page. After a failure the next call tries again. */
export function loadMessages(part: string): Promise<void> {
  const known = loading.get(part)
  if (known) return known
  missing.delete(part)
  const work = fetchMessages(part, bootstrap.lang, () => {
    loading.delete(part)
    missing.add(part)
  }).then((messages) =>
    // At once, not in slices: what waited for them may be drawn before.
    store.set(messagesAtom, (all) => ({ ...all, ...messages })),
  )
  loading.set(part, work)
  return work
}

/** Asks once more for what could not be had: on the way to another page, and when there is a network again. */
export function loadMissingMessages(): void {
  for (const part of [...missing]) void loadMessages(part)
}
