import { Stack, Typography } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Section, StatusChip } from '#web/ui'
import { normStatuses } from '../../kinds.js'

/**
 * On /deelnemer/resultaten: the toolbox meetings that the person attended, and this year against the norm. Renders nothing without
 * meetings.
 */
export default function OwnMeetings() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(['toolbox_meetings', 'mine'], () => api.toolboxMeetings.mine({}))
  if (!data?.data.meetings.length) return null
  const { meetings, year, attended, norm, standing } = data.data
  return (
    <Section title={t('toolbox_meetings.title')} text={norm ? t('toolbox_meetings.standing.norm', { ...norm }) : undefined}>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600 }}>{t('toolbox_meetings.own.year', { year, count: attended })}</Typography>
        {norm && <StatusChip of={normStatuses} status={standing} />}
      </Stack>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {meetings.map(({ id, topic, held_on: day, place, kind }) => (
          <li key={id}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{topic}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[format.day(day), place, t(`toolbox_meetings.kind.${kind}`)].filter(Boolean).join(' · ')}
            </Typography>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
