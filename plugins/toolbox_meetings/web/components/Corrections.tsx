import { Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { Section } from '#web/ui'
import type { CorrectionView, MeetingDetail } from '../../server/transformers/meetings.js'

/** The corrections after the meeting was closed: what, why, by whom and when. */
export function Corrections({ meeting }: { meeting: MeetingDetail }) {
  const t = useT()
  const format = useFormat()
  const what = ({ act, person, fields }: CorrectionView) =>
    act === 'details'
      ? t('toolbox_meetings.corrected.details', { fields: fields.map((field) => t(`toolbox_meetings.${field}`)).join(', ') })
      : t(`toolbox_meetings.corrected.${act}`, { person: person ?? t('toolbox_meetings.person_gone') })
  return (
    <Section title={t('toolbox_meetings.corrected.title')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {meeting.corrections.map((correction) => (
          <li key={correction.id}>
            <Typography sx={{ fontWeight: 550 }}>{what(correction)}</Typography>
            {correction.reason && <Typography sx={{ overflowWrap: 'anywhere' }}>{correction.reason}</Typography>}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[format.dateTime(correction.at), correction.by].filter(Boolean).join(' · ')}
            </Typography>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
