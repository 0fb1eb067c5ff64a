import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { Icon, StatusChip } from '#web/ui'
import { flowStates } from '../../contract/states.js'
import type { StepView } from '../../server/services/time_line.js'

interface StepLinesProps {
  steps: readonly StepView[]
  /** The viewer's own steps: an open course can be opened from here. */
  own?: boolean
}

/** A person's time line: each step with what was done, what comes next, when and why. */
export function StepLines({ steps, own = false }: StepLinesProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {steps.map(({ step, course, state, why, rule, optional, choice, due_on: due, time, done_on: done, participation }) => {
        const isOpen = own && participation !== null && (state === 'started' || state === 'busy')
        return (
          <Box
            component="li"
            key={step}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr', sm: '1fr auto' },
              justifyItems: 'start',
              columnGap: 3,
              rowGap: 2,
              py: 3,
              borderTop: 1,
              borderColor: 'divider',
              alignItems: 'start',
            }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {isOpen ? (
                <Link component={RouterLink} to={`/deelnemer/training/${participation}`} sx={{ fontWeight: 600 }}>
                  {course}
                </Link>
              ) : (
                <Typography sx={{ fontWeight: 600 }}>{course}</Typography>
              )}
              <Typography>
                {why}
                {due && !done ? ` ${t('flows.mine.due', { date: format.dayInWords(due) })}.` : ''}
              </Typography>
              {time && <TimeLeft time={time} />}
              <Typography variant="body2" sx={{ color: 'text.secondary', display: 'flex', gap: 1, alignItems: 'baseline' }}>
                <Icon name="branches" fontSize="inherit" />
                {rule}
                {optional && ` · ${t('flows.overview.optional')}`}
                {choice && ` · ${t('flows.counts.choice', { name: choice.toUpperCase() })}`}
              </Typography>
            </Box>
            <StatusChip of={flowStates} status={state} />
          </Box>
        )
      })}
    </Stack>
  )
}

/** That little time is left, or none. */
export function TimeLeft({ time }: { time: NonNullable<StepView['time']> }) {
  const t = useT()
  return (
    <Typography variant="body2" sx={{ color: time === 'late' ? 'error.main' : 'warning.dark', fontWeight: 600 }}>
      {t(`flows.time.${time}`)}
    </Typography>
  )
}
