import { Link, Stack } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { ErrorState, Icon, LoadingState, SidePanel } from '#web/ui'
import { CompanyForm } from './CompanyForm.js'

/** The company, and the texts of its settings, which load separately. */
async function withWords(id: string) {
  const [company] = await Promise.all([api.companies.companies.show({ params: { id } }), loadMessages('settings')])
  return company
}

interface CompanyPanelProps {
  /** Company id from the URL; null is closed. */
  id: string | null
  onClose: () => void
}

/** One company beside the list, with everything that can be changed. */
export function CompanyPanel({ id, onClose }: CompanyPanelProps) {
  const t = useT()
  // While the panel closes it still shows its company.
  const [shown, setShown] = useState(id)
  if (id && id !== shown) setShown(id)
  const query = useApiQuery(['companies', 'company', shown], () => withWords(shown ?? ''), {
    enabled: shown !== null,
  })
  const company = query.data?.data

  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      width={600}
      title={company?.name ?? t('companies.list.title')}
      subtitle={
        company && (
          <Stack direction="row" sx={{ columnGap: 4, flexWrap: 'wrap' }}>
            <Link component={RouterLink} to={`${pagePath('companies.profile') ?? ''}?id=${company.id}`}>
              {t('companies.panel.whole')}
            </Link>
            <Link
              href={`/login/${company.login_id}`}
              target="_blank"
              rel="noreferrer"
              aria-label={t('companies.panel.open_login_page', { name: company.name })}
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
            >
              {`${window.location.origin}/login/${company.login_id}`}
              <Icon name="external" sx={{ fontSize: 16 }} />
            </Link>
          </Stack>
        )
      }
    >
      {company ? (
        // Opening again starts afresh: abandoned input and the previous data are dropped.
        <Stack key={`${company.id}.${id === null}`} sx={{ gap: 8 }}>
          <CompanyForm company={company} />
        </Stack>
      ) : query.error ? (
        <ErrorState error={query.error} part="companies" onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState shape="rows" count={8} />
      )}
    </SidePanel>
  )
}
