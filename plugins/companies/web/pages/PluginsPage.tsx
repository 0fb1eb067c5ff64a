import { api, useApiQuery } from '#web/api'
import { loadMessages } from '#web/i18n'
import { ErrorState, LoadingState } from '#web/ui'
import { CompanyFrame } from '../components/CompanyFrame.js'
import { PluginSwitches } from '../components/PluginSwitches.js'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

/** /admin/bedrijven/profiel/onderdelen: the active plugins of a company, and the effects of switching them. */
export default function PluginsPage() {
  return <CompanyFrame tab="companies.plugins">{(company) => <Plugins company={company} />}</CompanyFrame>
}

function Plugins({ company }: { company: CompanyDetail }) {
  const query = useApiQuery(
    ['companies', 'plugins', company.id],
    async () => {
      const answer = await api.companies.plugins.show({ params: { id: company.id } })
      // The titles of their pages come from their own messages.
      await loadMessages(...answer.data.plugins.map(({ id }) => id))
      return answer
    },
    { staleTime: 0 },
  )
  if (query.error && !query.data) return <ErrorState error={query.error} part="companies" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={8} />
  const { version, plugins } = query.data.data
  return <PluginSwitches key={version} company={company} version={version!} plugins={plugins} />
}
