import { Button, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { Section } from '#web/ui'
import { useOwnProjects } from '../queries.js'
import { VisitChip } from './VisitChip.js'

/** On /deelnemer/resultaten: the gates that the person may enter, with their proof. */
export default function OwnProjects() {
  const t = useT()
  const format = useFormat()
  const projects = useOwnProjects().data?.data ?? []
  if (!projects.length) return null
  return (
    <Section title={t('direct_access.projects.title')}>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {projects.map(({ proof, project, status, valid_until: until, lacks }) => (
          <Stack
            component="li"
            key={proof}
            direction={{ xs: 'column', sm: 'row' }}
            sx={{ gap: 3, justifyContent: 'space-between', alignItems: { sm: 'center' } }}
          >
            <div>
              <Typography sx={{ fontWeight: 600 }}>{project}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {until ? t('direct_access.own.until', { day: format.day(until) }) : t('direct_access.own.not_yet')}
              </Typography>
            </div>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
              <VisitChip status={status} lacks={lacks} />
              <Button variant="outlined" href={pagePath('direct_access.proof', { token: proof }) ?? ''}>
                {t('direct_access.proof.show')}
              </Button>
            </Stack>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
