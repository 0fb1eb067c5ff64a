import { Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { request, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ChosenCompany, pagePath } from '#web/shell'
import { EmptyState, ErrorState, Icon, LoadingState, PageHeader, Section, SidePanel, usePanelParam, useToast } from '#web/ui'
import { type ShownCompany, type ShownPlatform, pathOf, platformsKey } from '../calls.js'
import { CheckList } from '../components/CheckList.js'
import { CopyLine } from '../components/CopyLine.js'
import { PlatformForm } from '../components/PlatformForm.js'
import { PlatformRow } from '../components/PlatformRow.js'
import { ToolSection } from '../components/ToolSection.js'

/** /admin/bedrijven/lti: the other learning systems of a company, and the values they need from us. */
export default function PlatformsPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('lti.page.title')}
        text={t('lti.page.text')}
        secondary={[
          { label: t('lti.page.sources'), icon: 'link', to: pagePath('lti.sources') ?? '' },
          { label: t('lti.page.launches'), icon: 'live', to: pagePath('lti.launches') ?? '' },
          { label: t('lti.page.grades'), icon: 'chart', to: pagePath('lti.grades') ?? '' },
        ]}
      />
      <ChosenCompany
        from="/api/lti/companies"
        label={t('lti.page.company')}
        choose={{ title: t('lti.page.choose'), text: t('lti.page.choose_text') }}
      >
        {(company) => <Platforms key={company} company={company} />}
      </ChosenCompany>
    </>
  )
}

type Open = { what: 'check'; platform: ShownPlatform } | { what: 'invitation'; url: string; until: string }

/** Id of the panel for a new one. */
const NEW = 'nieuw'

function Platforms({ company }: { company: string }) {
  const t = useT()
  const toast = useToast()
  const format = useFormat()
  // Part of the address: a person who leaves it with unsaved input is asked.
  const form = usePanelParam('omgeving')
  const [open, setOpen] = useState<Open | null>(null)
  const query = useApiQuery(platformsKey(company), () => request<{ data: ShownCompany }>(pathOf(company)), { staleTime: 0 })
  const invite = useApiMutation(
    () => request<{ data: { url: string; expires_at: string } }>(pathOf(company, 'invitation'), { method: 'POST', body: {} }),
    { onSuccess: ({ data: { url, expires_at: until } }) => setOpen({ what: 'invitation', url, until }) },
  )
  if (query.error && !query.data) return <ErrorState error={query.error} part="lti" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={4} />
  const { platforms, addresses } = query.data.data
  const close = () => setOpen(null)
  const add = { label: t('lti.platforms.add'), onClick: () => form.open(NEW) }
  const changed = platforms.find(({ id }) => String(id) === form.value) ?? null
  const title = open?.what === 'check' ? t('lti.check.title', { name: open.platform.name }) : t('lti.platforms.invite_title')
  const actions = (
    <PlatformActions
      add={add}
      invite={{ label: t('lti.platforms.invite'), onClick: () => invite.mutate(undefined), loading: invite.isPending }}
    />
  )
  return (
    <Stack sx={{ gap: 6 }}>
      <Section title={t('lti.platforms.title')} flush={platforms.length > 0}>
        {platforms.length === 0 ? (
          <EmptyState icon="integration" title={t('lti.platforms.empty')} text={t('lti.platforms.empty_text')} action={actions} />
        ) : (
          <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {platforms.map((platform) => (
              <PlatformRow
                key={platform.id}
                company={company}
                platform={platform}
                onEdit={() => form.open(platform.id)}
                onCheck={() => setOpen({ what: 'check', platform })}
              />
            ))}
          </Stack>
        )}
        {platforms.length > 0 && <Box sx={{ px: { xs: 4, sm: 5 }, pb: { xs: 4, sm: 5 }, pt: 3 }}>{actions}</Box>}
      </Section>
      <ToolSection addresses={addresses} />
      <SidePanel
        open={form.value === NEW || changed !== null}
        onClose={form.close}
        title={t(changed ? 'lti.form.title_edit' : 'lti.form.title_add')}
      >
        <PlatformForm
          key={changed?.id ?? NEW}
          company={company}
          platform={changed}
          onDone={(isNew) => {
            toast.success(t(isNew ? 'lti.platforms.added' : 'lti.platforms.saved'))
            form.close()
          }}
          onCancel={form.close}
        />
      </SidePanel>
      <SidePanel open={open !== null} onClose={close} title={title}>
        {open?.what === 'check' && <CheckList company={company} platform={open.platform} />}
        {open?.what === 'invitation' && (
          <CopyLine label={t('lti.platforms.invite_text', { date: format.day(open.until.slice(0, 10)) })} value={open.url} />
        )}
      </SidePanel>
    </Stack>
  )
}

interface Action {
  label: string
  onClick: () => void
  loading?: boolean
}

function PlatformActions({ add, invite }: { add: Action; invite: Action }) {
  return (
    <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap' }}>
      <Button variant="contained" startIcon={<Icon name="add" />} onClick={add.onClick}>
        {add.label}
      </Button>
      <Button variant="outlined" startIcon={<Icon name="link" />} onClick={invite.onClick} loading={invite.loading ?? false}>
        {invite.label}
      </Button>
    </Stack>
  )
}
