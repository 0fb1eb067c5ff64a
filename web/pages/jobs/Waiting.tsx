import { Box, Stack, Typography } from '@mui/material'
import { api, useApiQuery, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Progress, Section } from '#web/ui'
import { JOBS_KEY } from './key.js'

/** Unfinished jobs, a line for each kind and company. */
export function Waiting() {
  const t = useT()
  const format = useFormat()
  const { ofError } = useErrorText()
  const { data, error } = useApiQuery([...JOBS_KEY, 'waiting'], () => api.core.jobs.waiting({}), { live: true })
  const lines = data?.data ?? []
  return (
    <Section title={t('core.jobs.waiting.title')}>
      {lines.length === 0 && (
        // Its line is kept while the list refreshes.
        <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 20 }}>
          {error ? ofError(error) : data && t('core.jobs.waiting.none')}
        </Typography>
      )}
      {lines.length > 0 && (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
          {lines.map(({ name, company, waiting, running, since, again, again_at: at, reason }) => (
            <Box component="li" key={`${name} ${company}`} sx={{ overflowWrap: 'anywhere' }}>
              <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 4, justifyContent: 'space-between' }}>
                <Typography variant="body2">
                  <strong>{name}</strong> · {company ?? t('core.jobs.platform')}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {[
                    running > 0 && t('core.jobs.waiting.running', { count: running }),
                    waiting > 0 && t('core.jobs.waiting.waiting', { count: waiting }),
                    t('core.jobs.waiting.since', { since: format.dateTime(since) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
              </Stack>
              {at && (
                <Typography variant="body2" sx={{ color: (theme) => theme.tones.warning.text }}>
                  {t('core.jobs.waiting.again', { count: again, at: format.time(at), reason: reason || '–' })}
                </Typography>
              )}
            </Box>
          ))}
        </Stack>
      )}
    </Section>
  )
}

/** Plugins that are processing events from before they were turned on. Nothing while there are none. */
export function Backfills() {
  const t = useT()
  const { data } = useApiQuery([...JOBS_KEY, 'replays'], () => api.core.jobs.replays({}), { live: true })
  if (!data?.data.length) return null
  return (
    <Section title={t('core.replays.title')} text={t('core.replays.text')}>
      <Stack sx={{ gap: 4 }}>
        {data.data.map(({ company, plugin, done, total }) => (
          <Progress
            key={`${company} ${plugin}`}
            label={t('core.replays.label', { company, plugin })}
            value={total ? (100 * done) / total : 0}
            text={t('core.replays.done', { done, total })}
          />
        ))}
      </Stack>
    </Section>
  )
}
