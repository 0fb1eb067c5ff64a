import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { LoadingState, Section } from '#web/ui'
import { EXPIRING_DAYS } from '../../contract/index.js'

const SHOWN = 5

/** On the dashboard (reports' `dashboardWidgetSlot`): certificates that expire soon, the first to expire on top. */
export default function ExpiringCertificates() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(
    ['certificates', 'expiring'],
    () => api.certificates.index(withQuery({ status: 'expiring', sort: 'valid_until', per_page: 10 })),
    { live: true },
  )
  return (
    <Section
      title={t('certificates.expiring.title')}
      text={data ? t('certificates.expiring.text', { count: data.meta.total, days: EXPIRING_DAYS }) : '\u00a0'}
    >
      {!data && <LoadingState shape="rows" count={3} />}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {data?.data.slice(0, SHOWN).map(({ id, membership_id: member, person_name: person, course_name: course, valid_until: until }) => (
          <Stack
            component="li"
            key={id}
            direction={{ xs: 'column', sm: 'row' }}
            sx={{ justifyContent: 'space-between', gap: { xs: 0, sm: 4 } }}
          >
            <Box sx={{ minWidth: 0 }}>
              {member === null ? (
                (person ?? '')
              ) : (
                <Link component={RouterLink} to={participantPath(member)} underline="hover" sx={{ color: 'text.primary', fontWeight: 550 }}>
                  {person}
                </Link>
              )}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {course}
              </Typography>
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary', flexShrink: 0 }}>
              {until && format.day(until)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
