import { Stack } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, Section, StatusChip } from '#web/ui'
import { flowStates } from '../../contract/states.js'
import { lookAgain } from '../queries.js'
import { RoundLines } from './RoundLines.js'
import { StepLines } from './StepLines.js'

/** A tab of a participant (people's `participantTabSlot`): their flows, in the same sentences that they see themselves. */
export default function PersonFlows({ membershipId }: { membershipId: number }) {
  const t = useT()
  // Always asked again: a supervisor who just changed a date or a training on another tab comes here to see what it did.
  const query = useApiQuery(['flows', 'person', membershipId], () => api.flows.persons.show({ params: { person: membershipId } }), {
    staleTime: 0,
    again: lookAgain,
  })
  if (!query.data) {
    if (query.error) return <ErrorState error={query.error} part="flows" onRetry={() => void query.refetch()} />
    return <LoadingState shape="rows" count={4} />
  }
  const lines = query.data.data
  if (!lines.length) return <EmptyState icon="branches" title={t('flows.person.none')} text={t('flows.person.none_text')} />
  return (
    <Stack sx={{ gap: 4 }}>
      {lines.map(({ id, flow, round, state, steps, ...line }) => (
        <Section
          key={id}
          title={round > 1 ? `${flow} · ${t('flows.person.round', { round })}` : flow}
          action={<StatusChip of={flowStates} status={state} />}
        >
          <RoundLines line={line} />
          <StepLines steps={steps} />
        </Section>
      ))}
    </Stack>
  )
}
