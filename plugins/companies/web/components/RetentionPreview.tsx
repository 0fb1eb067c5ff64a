import { fullName } from '#core/contract/full_name'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, LoadingState } from '#web/ui'

interface RetentionPreviewProps {
  company: string | number
  /** The value in the form, saved or not. */
  months: unknown
}

/** The people whom the rule would warn and erase, before it is saved. Viewing changes nothing. */
export function RetentionPreview({ company, months }: RetentionPreviewProps) {
  const t = useT()
  const [asked, setAsked] = useState<number | null>(null)
  const wanted = Number(months)
  const usable = Number.isInteger(wanted) && wanted >= 6 && wanted <= 120
  if (!usable) return null
  return (
    <Stack sx={{ gap: 3 }}>
      <Box>
        <Button variant="outlined" onClick={() => setAsked(wanted)}>
          {t('companies.retention.show')}
        </Button>
      </Box>
      {asked === wanted && <People company={company} months={asked} />}
    </Stack>
  )
}

function People({ company, months }: { company: string | number; months: number }) {
  const t = useT()
  const format = useFormat()
  const query = useApiQuery(
    ['companies', 'retention', company, months],
    () => api.companies.companies.retention({ params: { id: String(company) }, query: { months } }),
    { staleTime: 0 },
  )
  if (query.error) return <ErrorState error={query.error} part="companies" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={3} />
  const { total, people } = query.data.data
  return (
    <>
      <Alert severity={total ? 'warning' : 'info'} role="status">
        {t('companies.retention.total', { count: total, months })}
      </Alert>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 280, overflowY: 'auto' }} tabIndex={total ? 0 : -1}>
        {people.map((person) => (
          <Box component="li" key={person.id} sx={{ py: 2, '& + &': { borderTop: '1px solid', borderColor: 'divider' } }}>
            <Typography sx={{ fontWeight: 600 }}>{fullName(person)}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {person.email} · {t('companies.retention.last', { when: format.date(person.last_active) })} ·{' '}
              {t('companies.retention.from', { when: format.day(person.erased_from) ?? '' })}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  )
}
