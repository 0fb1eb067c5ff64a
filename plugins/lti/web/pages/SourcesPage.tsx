import { Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ChosenCompany, pagePath } from '#web/shell'
import { EmptyState, ErrorState, Icon, LoadingState, PageHeader, Section, SidePanel } from '#web/ui'
import { type ShownSecret, type ShownSource, type ShownSources, pathOf, sourcesKey } from '../calls.js'
import { SourceExample } from '../components/SourceExample.js'
import { SourceForm } from '../components/SourceForm.js'
import { SourceRow } from '../components/SourceRow.js'
import { RenewPanel, SecretPanel } from '../components/SecretPanel.js'

/** /admin/bedrijven/lti/links: systems without LTI that send people with links they sign. */
export default function SourcesPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('lti.sources.title')}
        text={t('lti.sources.text')}
        trail={[{ label: t('lti.page.title'), to: pagePath('lti.platforms') ?? '' }]}
        secondary={[{ label: t('lti.page.launches'), icon: 'live', to: pagePath('lti.launches') ?? '' }]}
      />
      <ChosenCompany
        from="/api/lti/companies"
        label={t('lti.page.company')}
        choose={{ title: t('lti.page.choose'), text: t('lti.sources.choose_text') }}
      >
        {(company) => <Sources key={company} company={company} />}
      </ChosenCompany>
    </>
  )
}

type Open = { what: 'form' | 'renew'; source: ShownSource | null } | { what: 'secret'; made: ShownSecret }

function Sources({ company }: { company: string }) {
  const t = useT()
  const [open, setOpen] = useState<Open | null>(null)
  const query = useApiQuery(sourcesKey(company), () => request<{ data: ShownSources }>(pathOf(company, 'sources')), { staleTime: 0 })
  if (query.error && !query.data) return <ErrorState error={query.error} part="lti" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={3} />
  const { sources, address, audience } = query.data.data
  const close = () => setOpen(null)
  const showSecret = (made: ShownSecret) => setOpen({ what: 'secret', made })
  const add = (
    <Button variant="contained" startIcon={<Icon name="add" />} onClick={() => setOpen({ what: 'form', source: null })}>
      {t('lti.sources.add')}
    </Button>
  )
  const title =
    open?.what === 'secret'
      ? t('lti.sources.secret_title', { name: open.made.source.name })
      : open?.what === 'renew'
        ? t('lti.sources.renew_title', { name: open.source?.name ?? '' })
        : t(open?.what === 'form' && open.source ? 'lti.sources.edit_title' : 'lti.sources.add')
  return (
    <Stack sx={{ gap: 6 }}>
      <Section title={t('lti.sources.systems')} flush={sources.length > 0}>
        {sources.length === 0 ? (
          <EmptyState icon="link" title={t('lti.sources.empty')} text={t('lti.sources.empty_text')} action={add} />
        ) : (
          <>
            <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {sources.map((source) => (
                <SourceRow
                  key={source.id}
                  company={company}
                  source={source}
                  onEdit={() => setOpen({ what: 'form', source })}
                  onRenew={() => setOpen({ what: 'renew', source })}
                />
              ))}
            </Stack>
            <Box sx={{ px: { xs: 4, sm: 5 }, pb: { xs: 4, sm: 5 }, pt: 3 }}>{add}</Box>
          </>
        )}
      </Section>
      <SourceExample address={address} audience={audience} sources={sources} />
      <SidePanel open={open !== null} onClose={close} title={title}>
        {open?.what === 'form' && <SourceForm company={company} source={open.source} onMade={showSecret} onDone={close} onCancel={close} />}
        {open?.what === 'renew' && open.source && <RenewPanel company={company} source={open.source} onMade={showSecret} />}
        {open?.what === 'secret' && <SecretPanel made={open.made} onClose={close} />}
      </SidePanel>
    </Stack>
  )
}
