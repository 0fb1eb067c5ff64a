import { Alert, Stack } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'

/** Shown before courses are given: a contract does not have a place for everybody, and what happens to the others. */
export default function RemainingPlacesNotice({
  courses,
  people,
  company,
}: {
  courses: readonly number[]
  people: number
  company: number
}) {
  const t = useT()
  const format = useFormat()
  const query = { courses: [...courses], company }
  const { data } = useApiQuery(['contracts', 'left', query], () => api.contracts.contracts.left({ query }), {
    enabled: courses.length > 0 && people > 0,
    keepPrevious: true,
  })
  const short = courses.length && people ? (data?.data ?? []).filter(({ left }) => left < people) : []
  if (!short.length) return null
  return (
    <Stack sx={{ gap: 2 }} role="status">
      {short.map(({ course, contract, left, extra_cents: extra, only_started: started }) => (
        <Alert key={course} severity={extra === null ? 'warning' : 'info'}>
          {t('contracts.giving.left', { contract, course, count: left })}{' '}
          {extra === null
            ? t(left ? 'contracts.giving.refused_after' : 'contracts.giving.refused')
            : t(started ? 'contracts.giving.extra_started' : 'contracts.giving.extra', { amount: format.money(extra) })}
        </Alert>
      ))}
    </Stack>
  )
}
