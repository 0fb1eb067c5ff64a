import { atom } from 'jotai'
import { bootstrap } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'
import { compileMessages, type CompiledMessage } from './compile.js'

/** Message id → compiled message of every part loaded so far, in the language of the page. */
export const messagesAtom = atom<Record<string, CompiledMessage>>({})

const loading = new Map<string, Promise<void>>()

function urlOf(part: string): string | undefined {
  const byLanguage = bootstrap.messages[part]
  return byLanguage?.[bootstrap.lang] ?? byLanguage?.en ?? byLanguage?.nl
}

/**
 * Loads the messages of `core` or of a plugin once. The server has already
 * filled gaps from English, then Dutch. A failed fetch never rejects: a page
 * with message ids is better than no page, and the next call tries again.
 */
export function loadMessages(part: string): Promise<void> {
  const known = loading.get(part)
  if (known) return known
  const url = urlOf(part)
  if (!url) return Promise.resolve()
  const work = fetch(url)
    .then((response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return response.json() as Promise<Record<string, string | CompiledMessage>>
    })
    .then(compileMessages)
    .then((messages) => store.set(messagesAtom, (all) => ({ ...all, ...messages })))
    .catch((error: unknown) => {
      loading.delete(part)
      console.error(`Messages of "${part}" could not be loaded from ${url}`, error)
    })
  loading.set(part, work)
  return work
}
