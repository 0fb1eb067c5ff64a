import { Button, ButtonBase, Checkbox, FormControlLabel, Paper, Stack, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { StatusChip } from '#web/ui'
import { examStatuses, type ExamStatus } from '../../contract/statuses.js'
import type { EntryView } from '../../server/transformers/exams_transformer.js'
import { examsChanged } from '../queries.js'
import { useAdjusted } from './use_adjusted.js'

const RESULTS = ['passed', 'failed'] as const

interface Presence {
  arrived?: boolean
  identity_seen?: boolean
}

/** One person on the exam day: two checkboxes that save at once, and buttons for the result after the start. */
export function PresenceRow({ person, isOpen, onOpen }: { person: EntryView; isOpen: boolean; onOpen: () => void }) {
  const t = useT()
  const format = useFormat()
  const adjusted = useAdjusted()(person)
  const name = person.person || t('exams.nobody')
  const presence = useApiMutation((body: Presence) => api.exams.entries.presence({ params: { id: person.id }, body }), {
    inTurn: `exams.presence.${person.id}`,
    refresh: [['exams', 'day']],
  })
  const result = useApiMutation((status: ExamStatus) => api.exams.entries.status({ params: { id: person.id }, body: { status } }), {
    onSuccess: examsChanged,
  })
  // Shows a tick at once. If saving fails, it shows the server's value again.
  const asked = presence.isPending ? presence.variables : {}
  const arrived = asked.arrived ?? (asked.identity_seen === true || person.arrived_at !== null)
  const identitySeen = arrived && (asked.identity_seen ?? person.identity_seen_at !== null)
  const results = RESULTS.filter((status) => person.status === 'confirmed' && person.next.includes(status))
  const tick = (label: string, checked: boolean, body: Presence) => (
    <FormControlLabel
      label={label}
      control={
        <Checkbox
          checked={checked}
          disabled={!isOpen}
          onChange={() => presence.mutate(body)}
          slotProps={{ input: { 'aria-label': `${label}: ${name}` } }}
        />
      }
    />
  )
  return (
    <Paper component="li" variant="outlined" sx={{ p: 4 }}>
      <Stack sx={{ gap: 2, flexDirection: { sm: 'row' }, alignItems: { sm: 'center' }, justifyContent: 'space-between' }}>
        <Stack sx={{ gap: 1, minWidth: 0, alignItems: 'flex-start' }}>
          <ButtonBase
            onClick={onOpen}
            aria-label={t('exams.entries.open', { name })}
            sx={{
              typography: 'body1',
              fontWeight: 600,
              textAlign: 'start',
              minHeight: 24,
              textDecoration: 'underline',
              textUnderlineOffset: 3,
            }}
          >
            {name}
          </ButtonBase>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[
              person.company,
              t(person.is_candidate ? 'exams.candidate.is_confirmed' : 'exams.candidate.is_open'),
              person.started_at && t('exams.day.started_at', { time: format.time(person.started_at) }),
              person.seat && t('exams.day.seat_number', { seat: person.seat }),
              person.arrived_at && t('exams.day.arrived_at', { time: format.time(person.arrived_at) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          {person.adjustments.length > 0 && (
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {adjusted}
            </Typography>
          )}
          {person.note && <Typography variant="body2">{person.note}</Typography>}
          {person.helper && <Typography variant="body2">{t('exams.day.helper', { helper: person.helper })}</Typography>}
        </Stack>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          {tick(t('exams.day.present'), arrived, { arrived: !arrived })}
          {tick(t('exams.day.identity_seen'), identitySeen, { identity_seen: !identitySeen })}
          {results.length > 0
            ? results.map((status) => (
                <Button
                  key={status}
                  variant="outlined"
                  color="inherit"
                  loading={result.isPending && result.variables === status}
                  disabled={result.isPending}
                  aria-label={`${t(`exams.status.entry.${status}`)}: ${name}`}
                  onClick={() => result.mutate(status)}
                >
                  {t(`exams.status.entry.${status}`)}
                </Button>
              ))
            : person.status !== 'confirmed' && <StatusChip of={examStatuses} status={person.status} />}
        </Stack>
      </Stack>
    </Paper>
  )
}
