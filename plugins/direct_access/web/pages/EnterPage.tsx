import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { toApiError, useApiQuery, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { goTo } from '#web/session'
import { pagePath, VisitorFrame } from '#web/shell'
import { ErrorState, LoadingState, useToast } from '#web/ui'
import type { EntranceView } from '../../server/transformers/direct_access.js'
import { enter, clearStoredInput, storeInput, storedInput, NOTHING, readEntrance, type Given } from '../calls.js'
import { GivenForm } from '../components/GivenForm.js'
import { Notice } from '../components/Notice.js'
import { SignedInStep } from '../components/SignedInStep.js'
import { IdentifyStep } from '../components/IdentifyStep.js'
import { useNameOf } from '../words.js'

/** /toegang/{token}: a company's direct access, or a project's gate. Usually opened on a phone, while standing. */
export default function EnterPage() {
  const t = useT()
  const { token = '' } = useParams()
  const { data, error, isPending, refetch } = useApiQuery(['direct_access', 'at', token], () => readEntrance(token))
  const closed = error?.code === 'direct_access_closed'
  useEffect(() => {
    // The error page of the specification (section 2).
    if (closed) goTo('/error/direct-access-closed', { replace: true })
  }, [closed])
  if (error && !closed)
    return error.status === 404 ? (
      <VisitorFrame title={t('direct_access.enter.not_found')} text={t('direct_access.enter.not_found_text')} />
    ) : (
      <ErrorState asPage error={error} part="direct_access" onRetry={() => void refetch()} />
    )
  if (isPending || !data) return <LoadingState shape="page" count={2} />
  return <Steps token={token} entrance={data.data} />
}

function Steps({ token, entrance }: { token: string; entrance: EntranceView }) {
  const t = useT()
  const format = useFormat()
  const nameOf = useNameOf()
  const toast = useToast()
  const { ofError } = useErrorText()
  const [given, setGiven] = useState<Given | null>(() => storedInput(token))
  const [waits, setWaits] = useState(false)
  const [busy, setBusy] = useState(false)
  const entered = useRef(false)
  const { company, courses, person, asks_code: asksCode } = entrance
  const isProject = entrance.kind === 'project'
  const [only] = courses.length === 1 ? courses : []

  const goIn = async (with_: Given) => {
    setBusy(true)
    try {
      const { data } = await enter(token, with_)
      clearStoredInput(token)
      if (data.outcome === 'waiting') return setWaits(true)
      const path =
        data.outcome === 'done'
          ? pagePath('direct_access.proof', { token: data.proof })
          : pagePath('learning.course', { participation: data.participation_id })
      goTo(path ?? '/')
    } catch (problem) {
      const failed = toApiError(problem)
      // The stored values are outdated: the form is shown again.
      if (failed.status === 422) {
        clearStoredInput(token)
        setGiven(null)
      }
      toast.error(ofError(failed, 'direct_access'))
    } finally {
      setBusy(false)
    }
  }
  const take = (next: Given) => {
    storeInput(token, next)
    setGiven(next)
  }

  // Back from signing in or registering: continues entering.
  const cameBack = person.is === 'participant' && given !== null && (only !== undefined || given.course !== null)
  useEffect(() => {
    if (!cameBack || entered.current) return
    entered.current = true
    void goIn(given)
    // Once, when the page opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [cameBack])

  const title = isProject ? entrance.name! : t('direct_access.enter.heading', { company: company.name })
  const about = only
    ? `${nameOf(only.name)} · ${format.minutes(only.minutes)}`
    : t('direct_access.enter.several', { count: courses.length })
  if (waits) return <Notice token={token} kind="waiting" company={company.name} title={title} />
  if (person.is === 'other_company' || person.is === 'not_a_participant')
    return <Notice token={token} kind={person.is} company={company.name} title={title} />
  const wasIn = person.visits.length > 0
  return (
    <VisitorFrame title={title} text={about}>
      {asksCode && given === null && !wasIn ? (
        <GivenForm token={token} entrance={entrance} onGiven={take} />
      ) : person.is === 'visitor' ? (
        <IdentifyStep
          token={token}
          entrance={entrance}
          given={given ?? NOTHING}
          onCourse={(course) => take({ ...(given ?? NOTHING), course })}
        />
      ) : (
        <SignedInStep
          entrance={entrance}
          given={given ?? NOTHING}
          busy={busy}
          onEnter={(course) => void goIn({ ...(given ?? NOTHING), course })}
        />
      )}
    </VisitorFrame>
  )
}
