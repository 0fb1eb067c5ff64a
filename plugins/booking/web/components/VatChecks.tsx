import { Button, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Section, useToast } from '#web/ui'

const KEY = ['booking', 'vat_checks']

/** Customers that were exempt from VAT by a setting that no longer exists, each to be checked once. Renders nothing when none is left. */
export function VatChecks() {
  const t = useT()
  const toast = useToast()
  const { data } = useApiQuery(KEY, () => api.booking.vatChecks.index({}))
  const check = useApiMutation((id: number) => api.booking.vatChecks.check({ params: { id } }), {
    onSuccess: () => {
      toast.success(t('booking.vat_checks.done'))
      void queryClient.invalidateQueries({ queryKey: KEY })
    },
  })
  if (!data?.data.length) return null
  return (
    <Section title={t('booking.vat_checks.title')} text={t('booking.vat_checks.text')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {data.data.map(({ id, company_id: companyId, company }) => (
          <Stack
            component="li"
            key={id}
            direction="row"
            sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
          >
            <Typography sx={{ fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>{company}</Typography>
            <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
              <Link component={RouterLink} to={`/administratie/facturen?company=${companyId}`}>
                {t('booking.vat_checks.invoices')}
              </Link>
              <Button
                variant="outlined"
                loading={check.isPending && check.variables === id}
                aria-label={t('booking.vat_checks.check_of', { company })}
                onClick={() => check.mutate(id)}
              >
                {t('booking.vat_checks.check')}
              </Button>
            </Stack>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
