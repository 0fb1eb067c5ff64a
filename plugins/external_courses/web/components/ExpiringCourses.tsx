import { Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { LoadingState, Section } from '#web/ui'
import { coursePath } from './CoursePanel.js'

const SHOWN = 5

/** On the dashboard (reports' `dashboardWidgetSlot`): courses that expire soon, the first to end on top. */
export default function ExpiringCourses({ people }: { people: Readonly<Record<string, string>> }) {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(
    ['external_courses', 'expiring', people],
    () => api.externalCourses.courses.index(withQuery({ valid: 'expiring', sort: 'valid_until', per_page: 10, ...people })),
    { live: true },
  )
  return (
    <Section
      title={t('external_courses.expiring.title')}
      text={data ? t('external_courses.expiring.text', { count: data.meta.total }) : '\u00a0'}
    >
      {!data && <LoadingState shape="rows" count={3} />}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {data?.data.slice(0, SHOWN).map((course) => (
          <Stack
            component="li"
            key={course.id}
            direction={{ xs: 'column', sm: 'row' }}
            sx={{ justifyContent: 'space-between', gap: { xs: 0, sm: 4 } }}
          >
            <div>
              <Link component={RouterLink} to={coursePath(course.id)} underline="hover" sx={{ color: 'text.primary', fontWeight: 550 }}>
                {course.person.name}
              </Link>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {course.name}
              </Typography>
            </div>
            <Typography variant="body2" sx={{ color: 'text.secondary', flexShrink: 0 }}>
              {format.day(course.valid_until)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
