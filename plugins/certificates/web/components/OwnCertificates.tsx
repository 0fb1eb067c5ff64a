import { Button, Stack, Typography } from '@mui/material'
import { api, urlFor, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon, Section, ToneChip } from '#web/ui'
import { STATUS_LOOK } from './status_look.js'

/** On /profiel (core's `profileSectionSlot`): one's own certificates, or nothing without any. */
export default function OwnCertificates() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(['certificates', 'mine'], () => api.certificates.mine({}))
  if (!data?.data.length) return null
  return (
    <Section title={t('certificates.panel.title')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 4 }}>
        {data.data.map(({ id, course_name: course, number, status, valid_until: until }) => (
          <Stack
            component="li"
            key={id}
            direction={{ xs: 'column', sm: 'row' }}
            sx={{ gap: 3, justifyContent: 'space-between', alignItems: { sm: 'center' } }}
          >
            <Stack sx={{ gap: 1, minWidth: 0, alignItems: 'flex-start' }}>
              <Typography sx={{ fontWeight: 550 }}>{course}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {number} · {until ? t('certificates.card.valid_until', { date: format.day(until) }) : t('certificates.card.no_end')}
              </Typography>
              {status !== 'valid' && <ToneChip {...STATUS_LOOK[status]} label={t(`certificates.status.${status}`)} />}
            </Stack>
            <Button
              variant="outlined"
              component="a"
              href={urlFor.get('certificates.pdf', { id }).url}
              download
              startIcon={<Icon name="download" />}
              aria-label={t('certificates.panel.download_number', { number })}
            >
              {t('certificates.panel.download')}
            </Button>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
