import { atom } from 'jotai'
import { flushSync } from 'react-dom'
import { bootstrap } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'
import { compileMessages, type CompiledMessage } from './compile.js'

export type Messages = Record<string, CompiledMessage>

/** Message id → compiled message of every part loaded so far, in the language of the page. Another object only when what was drawn without has to be drawn anew. */
export const messagesAtom = atom<Messages>({})

/** What was asked for before it was there: whatever asked shows an id, or did without. */
const missed = new Set<string>()
export const noteMissed = (id: string): void => void missed.add(id)

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

/**
 * Loads the messages of parts, each once, in the language of the page. Those that are asked for together come together: each time words come,
 * whatever has any is drawn anew. After a failure the next call tries again.
 */
export async function loadMessages(...parts: string[]): Promise<void> {
  const fresh = [...new Set(parts)].filter((part) => !loading.has(part))
  if (fresh.length) {
    const work = loadTogether(fresh)
    for (const part of fresh) loading.set(part, work)
  }
  await Promise.all(parts.map((part) => loading.get(part)))
}

async function loadTogether(parts: readonly string[]): Promise<void> {
  const found = await Promise.all(
    parts.map((part) => {
      missing.delete(part)
      return fetchMessages(part, bootstrap.lang, () => {
        loading.delete(part)
        missing.add(part)
      })
    }),
  )
  const fresh = Object.assign({}, ...found) as Messages
  const wanted = [...missed].filter((id) => Object.hasOwn(fresh, id))
  for (const id of wanted) missed.delete(id)
  // Whatever has words would be drawn once more for words of which it has none: what waits for these draws itself when they are here.
  if (!wanted.length) Object.assign(store.get(messagesAtom), fresh)
  // Drawn before anything goes on: an answer that waited for its words would be drawn with their ids first.
  else flushSync(() => store.set(messagesAtom, (all) => ({ ...all, ...fresh })))
}

/** Asks once more for what could not be had: on the way to another page, and when there is a network again. */
export function loadMissingMessages(): void {
  if (missing.size) void loadMessages(...missing)
}
