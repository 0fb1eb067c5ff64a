import type { ReactNode } from 'react'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import { ErrorState, LoadingState } from '#web/ui'
import type { toManaged } from '../../server/transformers/direct_access.js'

export type Managed = ReturnType<typeof toManaged>
export const managedKey = (company: string) => ['direct_access', 'entrances', company]

interface ChooseCompanyProps {
  children: (managed: Managed, company: string) => ReactNode
}

/** A company's entrances: a supervisor's own, or those of the company that an admin chose. */
export function ChooseCompany({ children }: ChooseCompanyProps) {
  const t = useT()
  return (
    <ChosenCompany
      from="/api/direct_access/companies"
      label={t('direct_access.company')}
      choose={{ title: t('direct_access.choose_company'), text: t('direct_access.choose_company_text') }}
    >
      {(company, isAdmin) => (
        <Entrances company={company} isAdmin={isAdmin}>
          {children}
        </Entrances>
      )}
    </ChosenCompany>
  )
}

function Entrances({ company, isAdmin, children }: ChooseCompanyProps & { company: string; isAdmin: boolean }) {
  // Not live for an admin, because each request of an admin is audited.
  const query = useApiQuery(managedKey(company), () => request<{ data: Managed }>(`/api/direct_access/companies/${company}/entrances`), {
    live: !isAdmin,
  })
  if (query.data) return children(query.data.data, company)
  if (query.error) return <ErrorState error={query.error} part="direct_access" onRetry={() => void query.refetch()} />
  return <LoadingState shape="cards" count={3} />
}
