import { Stack } from '@mui/material'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import { ErrorState, LoadingState, PageHeader } from '#web/ui'
import { ProviderSection } from '../components/ProviderSection.js'
import { ScimSection } from '../components/ScimSection.js'
import { type ShownProvider, pathOf, providerKey } from '../calls.js'

/** /admin/bedrijven/aanmelden: settings of a company's own directory. `?id=` names the company; 0 is the caller's own. */
export default function SettingsPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('directory.page.title')} text={t('directory.page.text')} />
      <ChosenCompany
        from="/api/directory/companies"
        label={t('directory.page.company')}
        choose={{ title: t('directory.page.choose'), text: t('directory.page.choose_text') }}
      >
        {(company, isAdmin) => <Sections key={company} company={company} isAdmin={isAdmin} />}
      </ChosenCompany>
    </>
  )
}

function Sections({ company, isAdmin }: { company: string; isAdmin: boolean }) {
  const provider = useApiQuery(providerKey(company), () => request<{ data: ShownProvider }>(pathOf(company, 'provider')), { staleTime: 0 })
  if (provider.error) return <ErrorState error={provider.error} part="directory" onRetry={() => void provider.refetch()} />
  if (!provider.data) return <LoadingState shape="rows" count={4} />
  return (
    <Stack sx={{ gap: 6 }}>
      <ProviderSection company={company} shown={provider.data.data} isAdmin={isAdmin} />
      <ScimSection company={company} open={provider.data.data.domains.length > 0} />
    </Stack>
  )
}
