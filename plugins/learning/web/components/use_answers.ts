import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, api } from '#web/api'
import type { RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { cacheAnswer } from '../queries.js'

export type SaveState = 'saved' | 'saving' | 'waiting'
type Answers = Record<number, string[]>

const RETRY_MS = 3000
/** Typed text is saved after a pause of this long (milliseconds). */
const TYPED_MS = 700
const draftKey = (attempt: number) => `learning.attempt.${attempt}`

// Answers that the server has not confirmed yet are stored in the browser: a lost network or a closed laptop loses no answer.
function readDraft(attempt: number): Answers {
  try {
    return JSON.parse(localStorage.getItem(draftKey(attempt)) ?? '{}') as Answers
  } catch {
    return {}
  }
}

function writeDraft(attempt: number, unsaved: Answers): void {
  try {
    if (Object.keys(unsaved).length) localStorage.setItem(draftKey(attempt), JSON.stringify(unsaved))
    else localStorage.removeItem(draftKey(attempt))
  } catch {
    // Storage may be blocked; the answers are still on the page and are retried.
  }
}

/**
 * Saves one answer.
 * @returns why the server refuses it for good; retrying would get the same answer
 * @throws ApiError when it may be retried: no network, signed out, too many requests, a server error
 */
async function save(attempt: number, question: number, given: string[]): Promise<ApiError | undefined> {
  try {
    const { outcome } = await api.learning.attempts.answer({ params: { attempt, question }, body: { answers: given } })
    cacheAnswer(attempt, question, given, outcome)
    return undefined
  } catch (error) {
    const decided = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
    if (decided && error.code !== 'csrf_failed') return error
    throw error
  }
}

/**
 * The answers of a running attempt. Each is saved on the server as soon as it is given; an answer that could not be saved is stored here
 * and retried.
 * @param onRefused called when the server refuses an answer for good, e.g. after submission elsewhere
 */
export function useAnswers(attempt: RunningAttempt, onRefused: (error: ApiError) => void) {
  const [draft] = useState(() => readDraft(attempt.id))
  const unsaved = useRef<Answers>(draft)
  /** The answers that the server has stored. */
  const kept = useRef<Answers>(Object.fromEntries(attempt.questions.map(({ id, given }) => [id, given])))
  const running = useRef<Promise<void> | null>(null)
  const [answers, setAnswers] = useState<Answers>(() => ({
    ...Object.fromEntries(attempt.questions.map(({ id, given }) => [id, given])),
    ...draft,
  }))
  const [state, setState] = useState<SaveState>('saved')
  const refused = useRef(onRefused)
  useEffect(() => {
    refused.current = onRefused
  })

  /** Saves one after the other, so that an older answer never overwrites a newer one. */
  const flush = useCallback((): Promise<void> => {
    running.current ??= (async () => {
      let refusal: ApiError | undefined
      try {
        for (;;) {
          const [key, given] = Object.entries(unsaved.current)[0] ?? []
          if (!key || !given) break
          const question = Number(key)
          setState('saving')
          const refusedBy = await save(attempt.id, question, given)
          refusal ??= refusedBy
          if (unsaved.current[question] === given) {
            delete unsaved.current[question]
            // A refused answer must not look as if it were saved; the other answers stay.
            if (refusedBy) setAnswers((current) => ({ ...current, [question]: kept.current[question] ?? [] }))
            else kept.current[question] = given
          }
          writeDraft(attempt.id, unsaved.current)
        }
        setState('saved')
      } catch {
        setState('waiting')
      } finally {
        running.current = null
      }
      if (refusal) refused.current(refusal)
    })()
    return running.current
  }, [attempt.id])

  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Saves typed text that is waiting for a pause. */
  const leave = useCallback(() => {
    clearTimeout(resting.current)
    if (Object.keys(unsaved.current).length) void flush().then(() => (Object.keys(unsaved.current).length ? flush() : undefined))
  }, [flush])

  const answer = useCallback(
    (question: number, given: string[], typing = false) => {
      setAnswers((current) => ({ ...current, [question]: given }))
      if (!given.length) return
      unsaved.current = { ...unsaved.current, [question]: given }
      writeDraft(attempt.id, unsaved.current)
      clearTimeout(resting.current)
      if (typing) {
        setState('saving')
        resting.current = setTimeout(leave, TYPED_MS)
      } else leave()
    },
    [attempt.id, leave],
  )

  useEffect(() => {
    const again = () => {
      if (Object.keys(unsaved.current).length) void flush()
    }
    again()
    const timer = setInterval(again, RETRY_MS)
    const hidden = () => document.visibilityState === 'hidden' && leave()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', hidden)
      // Leaving the page within the app saves the last typed text.
      leave()
    }
  }, [flush, leave])

  /** Saves what is left. @returns whether everything is on the server */
  const saveAll = useCallback(async () => {
    await flush()
    return Object.keys(unsaved.current).length === 0
  }, [flush])

  return { answers, answer, leave, state, saveAll }
}
