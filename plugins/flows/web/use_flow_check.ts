import { useEffect, useRef, useState } from 'react'
import { api, toApiError, useApiMutation, type ApiError } from '#web/api'
import type { Found } from '../server/services/check_flow.js'

/** Number of people that are listed; the server corrects no more at once. Others are counted. */
const MOST_SHOWN = 200

export interface FlowChecked {
  state: 'running' | 'stopped' | 'failed' | 'done'
  checked: number
  found: Found[]
  /** Number of other people whose records contradict the rules. */
  more: number
  /** The last person of the last part; undefined before the first part. */
  after: number | undefined
  error: ApiError | null
}

const NOTHING: FlowChecked = { state: 'running', checked: 0, found: [], more: 0, after: undefined, error: null }

/** Checks the people of a flow, one part after the other. A stopped or failed check can continue where it was. */
export function useFlowCheck(flow: number) {
  const [result, setResult] = useState<FlowChecked | null>(null)
  const part = useApiMutation(
    (after: number | undefined) => api.flows.check.show({ params: { id: flow }, query: after ? { after } : {} }),
    {
      quiet: true,
    },
  )
  // An older run ends when a newer one starts, when it is stopped, and with the page.
  const run = useRef(0)
  useEffect(() => () => void (run.current += 1), [])

  const checkFrom = async (start: FlowChecked) => {
    const own = (run.current += 1)
    let now: FlowChecked = { ...start, state: 'running', error: null }
    setResult(now)
    while (now.state === 'running') {
      const from = now
      const next = await part.mutateAsync(from.after).then(
        ({ data }) => withPart(from, data),
        (error: unknown): FlowChecked => ({ ...from, state: 'failed', error: toApiError(error) }),
      )
      if (own !== run.current) return
      now = next
      setResult(now)
    }
  }
  return {
    result,
    start: () => void checkFrom(NOTHING),
    resume: () => result && void checkFrom(result),
    stop: () => {
      run.current += 1
      setResult((now) => now && { ...now, state: 'stopped' })
    },
  }
}

function withPart(now: FlowChecked, part: { checked: number; found: Found[]; more: number; next: number | null }): FlowChecked {
  const found = [...now.found, ...part.found]
  return {
    state: part.next === null ? 'done' : 'running',
    checked: now.checked + part.checked,
    found: found.slice(0, MOST_SHOWN),
    more: now.more + part.more + Math.max(0, found.length - MOST_SHOWN),
    after: part.next ?? undefined,
    error: null,
  }
}
