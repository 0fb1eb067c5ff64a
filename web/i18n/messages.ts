import { atom } from 'jotai'
import { flushSync } from 'react-dom'
import { bootstrap } from '../boot/bootstrap.js'
import { store } from '../boot/store.js'
import { compileMessages, type CompiledMessage } from './compile.js'

export type Messages = Record<string, CompiledMessage>

/** Message id → compiled message of every loaded part, in the page's language. A new object only when something must be rendered again. */
export const messagesAtom = atom<Messages>({})

/** Ids that were used before they were loaded. */
const missed = new Set<string>()
export const reportMissing = (id: string): void => void missed.add(id)

const loading = new Map<string, Promise<void>>()
/** Parts that failed to load. */
const missing = new Set<string>()

/**
 * The messages of `core` or of a plugin in one language. The server has filled gaps from English, then Dutch. Never rejects: a page with
 * message ids is better than no page.
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
 * Loads the messages of parts, each once, in the page's language. Parts requested together are loaded together, because each load renders
 * the page again. After a failure the next call retries.
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
  // Components with texts would render for nothing: those that wait for these texts render themselves.
  if (!wanted.length) Object.assign(store.get(messagesAtom), fresh)
  // Render before continuing: an answer that waited for its texts would show their ids first.
  else flushSync(() => store.set(messagesAtom, (all) => ({ ...all, ...fresh })))
}

/** Retries failed parts: on navigation, and when the network returns. */
export function loadMissingMessages(): void {
  if (missing.size) void loadMessages(...missing)
}
