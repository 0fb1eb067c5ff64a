import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { request, toApiError } from '#web/api'
import { goTo } from '#web/session'
import { LoadingState } from '#web/ui'
import { ArrivalForm } from '../components/ArrivalForm.js'
import { Problem } from '../components/Problem.js'
import { problemOf } from '../words.js'

/** /launch/{token}/{integration}/{payload}: another system sent a person by a link. A new person enters their details. */
export default function ArrivePage() {
  // The data about them is behind the #, so that a reload loses nothing and no server log contains it.
  const [sealed] = useState(() => location.hash.slice(1))
  return sealed ? <ArrivalForm sealed={sealed} /> : <Arriving />
}

/** A link works once: this page uses it up, not a program that fetched its address before. */
function Arriving() {
  const { token = '', integration = '', '*': payload = '' } = useParams()
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void request<{ path: string }>('/api/lti/arrivals', { method: 'POST', body: { token, integration, payload } }).then(
      ({ path }) => goTo(path, { replace: true }),
      (error: unknown) => setProblem(problemOf(toApiError(error))),
    )
  }, [token, integration, payload])
  if (problem !== null) return <Problem reason={problem} />
  return <LoadingState shape="page" count={2} />
}
