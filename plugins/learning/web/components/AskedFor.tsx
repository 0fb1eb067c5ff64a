import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { Icon, Section } from '#web/ui'
import { coursePath } from '../paths.js'
import type { Course } from './types.js'

/** The requirements before a person starts, each with a mark if it is met, and a link if it is not. */
export function AskedFor({ course }: { course: Course }) {
  const t = useT()
  const isMissing = course.asked_for.some(({ met }) => !met)
  return (
    <Section title={t('learning.asked.title')}>
      <Typography sx={{ color: 'text.secondary' }}>{t(isMissing ? 'learning.asked.missing' : 'learning.asked.met')}</Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {course.asked_for.map(({ kind, name, met, participation }) => (
          <Stack component="li" key={`${kind} ${name}`} direction="row" sx={{ gap: 2, alignItems: 'center' }}>
            <Box sx={{ display: 'flex', color: met ? 'success.main' : 'warning.main' }}>
              <Icon name={met ? 'success' : 'warning'} />
            </Box>
            <Box sx={{ minWidth: 0 }}>
              {!met && participation ? (
                <Link component={RouterLink} to={coursePath(participation)} sx={{ fontWeight: 600 }}>
                  {t(`learning.asked.${kind}`, { name })}
                </Link>
              ) : (
                <Typography sx={{ fontWeight: 600 }}>{t(`learning.asked.${kind}`, { name })}</Typography>
              )}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(met ? 'learning.asked.have' : participation ? 'learning.asked.go_on' : 'learning.asked.ask')}
              </Typography>
            </Box>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
