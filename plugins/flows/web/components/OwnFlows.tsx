import { Box, Button, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { ActiveTrainingsProps } from '#plugins/learning/contract/index'
import { api, queryClient, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Progress, Section, StatusChip, VISUALLY_HIDDEN } from '#web/ui'
import { flowStates } from '../../contract/states.js'
import type { StepView, TimeLine } from '../../server/services/time_line.js'
import { lookAgain } from '../queries.js'
import { RoundLines } from './RoundLines.js'
import { StepLines, TimeLeft } from './StepLines.js'

/** On /deelnemer/trainingen (learning's `activeTrainingsSlot`): the person's own flows, each with its next step, when it starts and why. */
export default function OwnFlows({ shown }: ActiveTrainingsProps) {
  const t = useT()
  // Always asked again: a person who just passed a training comes here for the next one.
  const { data } = useApiQuery(['flows', 'mine'], () => api.flows.mine.index({}), {
    staleTime: 0,
    again: lookAgain,
  })
  const lines = data?.data ?? []
  useNewTrainings(lines, shown)
  if (!lines.length) return null
  return (
    <Section title={t('flows.mine.title')}>
      <Stack sx={{ gap: 6 }}>
        {lines.map((line) => (
          <OwnFlow key={line.id} line={line} />
        ))}
      </Stack>
    </Section>
  )
}

/** A training that a flow gave after the page had read its list is added to that list. */
function useNewTrainings(lines: readonly TimeLine[], shown: readonly number[]) {
  const open = lines.flatMap(({ steps }) => steps.filter(isOpen).map(({ participation }) => participation!))
  const missing = open.filter((one) => !shown.includes(one)).join()
  // Once for each: the list of trainings decides what it shows.
  useEffect(() => {
    if (missing) void queryClient.invalidateQueries({ queryKey: ['learning'] })
  }, [missing])
}

const isOpen = ({ participation, state }: StepView) => participation !== null && (state === 'started' || state === 'busy')

function OwnFlow({ line }: { line: TimeLine }) {
  const t = useT()
  const format = useFormat()
  const { flow, round, done, total, next, steps, state } = line
  const opens = next !== null && isOpen(next)
  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h3" sx={{ flex: 1, minWidth: 160 }}>
          {round > 1 ? `${flow} · ${t('flows.person.round', { round })}` : flow}
        </Typography>
        <StatusChip of={flowStates} status={state} />
      </Stack>
      <Progress
        value={total ? Math.round((done / total) * 100) : 0}
        label={t('flows.mine.progress')}
        text={t('flows.people.progress', { done, total })}
      />
      <RoundLines line={line} />
      {next && (
        <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
          <Box>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {t(opens ? 'flows.mine.next' : 'flows.mine.waits', { course: next.course })}
            </Typography>
            <Typography>
              {next.why}
              {next.due_on ? ` ${t('flows.mine.due', { date: format.dayInWords(next.due_on) })}.` : ''}
            </Typography>
          </Box>
          {next.time && <TimeLeft time={next.time} />}
          {opens && (
            <Button component={Link} to={`/deelnemer/training/${next.participation}`} variant="outlined" sx={{ minHeight: 44 }}>
              {t(next.state === 'busy' ? 'flows.mine.go' : 'flows.mine.start', { course: next.course })}
            </Button>
          )}
        </Stack>
      )}
      <Box component="details">
        <Box component="summary" sx={{ cursor: 'pointer', minHeight: 44, display: 'list-item', lineHeight: '44px' }}>
          {t('flows.mine.steps')}
          <Box component="span" sx={VISUALLY_HIDDEN}>
            : {flow}
          </Box>
        </Box>
        <StepLines steps={steps} own />
      </Box>
    </Stack>
  )
}
