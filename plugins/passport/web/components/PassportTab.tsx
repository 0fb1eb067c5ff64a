import { useState } from 'react'
import { api, urlFor, useApiQuery } from '#web/api'
import { ErrorState, LoadingState } from '#web/ui'
import type { ShownPassport } from '../../server/transformers.js'
import { PassportActions } from './PassportActions.js'
import { PassportLines } from './PassportLines.js'

/** A tab of a participant (people's `participantTabSlot`): their safety passport, for the people who manage them. */
export default function PassportTab({ membershipId }: { membershipId: number }) {
  const [language, choose] = useState<ShownPassport['language'] | null>(null)
  const query = useApiQuery(
    ['passport', 'person', membershipId, language],
    () => api.passport.show({ params: { id: membershipId }, query: language ? { language } : {} }),
    { keepPrevious: true },
  )
  if (query.error) return <ErrorState error={query.error} part="passport" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={4} />
  const passport = query.data.data as ShownPassport
  const pdf = `${urlFor.get('passport.pdf', { id: membershipId }).url}?language=${passport.language}`
  return (
    <>
      <PassportActions passport={passport} pdf={pdf} onLanguage={choose} />
      <PassportLines passport={passport} />
    </>
  )
}
