import { Box, Skeleton, Stack, Tab, Tabs } from '@mui/material'
import { useState, type ReactNode } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { can } from '#core/contract/access'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { goTo, useAllowed, useUser } from '#web/session'
import { ChosenCompany, pagePath, usePageTitle } from '#web/shell'
import { activeStatuses, ErrorState, LoadingState, PageHeader, StatusChip, useConfirm, useTaskStarted, VISUALLY_HIDDEN } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { ArchiveDialog } from './ArchiveDialog.js'
import { LoginIdDialog } from './LoginIdDialog.js'
import { StatusDialog } from './StatusDialog.js'

const TABS = ['companies.profile', 'companies.settings', 'companies.plugins'] as const
export type CompanyTab = (typeof TABS)[number]

/** The company, and the texts of its settings, which load separately. */
async function withWords(id: string) {
  const [company] = await Promise.all([api.companies.companies.show({ params: { id } }), loadMessages('settings')])
  return company
}

interface CompanyFrameProps {
  tab: CompanyTab
  children: (company: CompanyDetail, isAdmin: boolean) => ReactNode
}

/** The frame of one company's pages: its name, the navigation, and an admin's actions on the whole company. */
export function CompanyFrame({ tab, children }: CompanyFrameProps) {
  const t = useT()
  const [params] = useSearchParams()
  const isUnchosen = isAdminRole(useUser().user_role) && !params.get('id')
  return (
    <>
      {isUnchosen && <PageHeader title={t(WORDS[tab])} trail={[toList(t)]} />}
      <ChosenCompany
        from="/api/companies/choices"
        label={t('companies.choose.label')}
        choose={{ title: t('companies.choose.title'), text: t('companies.choose.text') }}
      >
        {(chosen, isAdmin) => {
          // For a supervisor the server checks whether it is theirs: their own company shown under another id would be mistaken for the
          // other.
          const id = isAdmin ? chosen : params.get('id') || chosen
          return <OneCompany key={id} id={id} isAdmin={isAdmin} tab={tab} body={children} />
        }}
      </ChosenCompany>
    </>
  )
}

const toList = (t: ReturnType<typeof useT>) => ({ label: t('companies.list.title'), to: pagePath('companies.list') ?? '' })

interface OneCompanyProps {
  id: string
  isAdmin: boolean
  tab: CompanyTab
  body: CompanyFrameProps['children']
}

function OneCompany({ id, isAdmin, tab, body }: OneCompanyProps) {
  const t = useT()
  const mayReport = useAllowed(can('core.isolation.report'))
  const started = useTaskStarted()
  const report = useApiMutation(() => api.companies.isolation({ params: { id } }), { onSuccess: ({ data }) => started(data) })
  const mayTakeOut = useAllowed(can('core.companies.take_out'))
  const confirm = useConfirm()
  const query = useApiQuery(['companies', 'company', id], () => withWords(id))
  const [dialog, open] = useState<'status' | 'login_id' | 'archive' | null>(null)
  const visit = useApiMutation(() => api.companies.visit({ params: { id } }), { onSuccess: ({ data }) => goTo(data.to) })
  const company = query.data?.data
  usePageTitle(company ? `${t(`${WORDS[tab]}`)} · ${company.name}` : undefined)
  const own = useUser().company_name
  const waiting = {
    trail: [toList(t)],
    action: { label: t('companies.visit.action'), icon: 'visible' as const, disabled: true },
    secondary: ['companies.login_id.action', 'companies.close.action'].map((words) => ({ label: t(words), disabled: true })),
    more: mayReport || mayTakeOut ? [{ label: t('companies.archive.action'), disabled: true }] : [],
  }
  if (query.error && !company) return <ErrorState asPage error={query.error} part="companies" onRetry={() => void query.refetch()} />
  if (!company) {
    return (
      <>
        {/* The line below the title, the address, keeps its place, and so do an admin's actions. The name was in the first paint and is not replaced. */}
        <PageHeader title={isAdmin ? <NameToCome words={t(WORDS[tab])} /> : own} text={'\u00a0'} {...(isAdmin && waiting)} />
        <CompanyTabs id={id} tab={tab} isAdmin={isAdmin} label={t(WORDS[tab])} />
        <LoadingState shape="rows" count={8} />
      </>
    )
  }

  const seeAs = async () => {
    const yes = await confirm({
      title: t('companies.visit.title', { company: company.name }),
      text: t('companies.visit.text'),
      confirmLabel: t('companies.visit.start'),
    })
    if (yes) visit.mutate(undefined)
  }
  const askReport = async () => {
    const yes = await confirm({
      title: t('companies.isolation.title', { company: company.name }),
      text: t('companies.isolation.text', { company: company.name }),
      confirmLabel: t('companies.isolation.start'),
    })
    if (yes) report.mutate(undefined)
  }
  const isOpen = company.status === 'active'
  return (
    <>
      <PageHeader
        title={company.name}
        text={`${window.location.origin}/login/${company.login_id}`}
        badge={!isOpen && <StatusChip of={activeStatuses} status={company.status} />}
        {...(isAdmin && {
          trail: [toList(t)],
          ...(isOpen && { action: { label: t('companies.visit.action'), icon: 'visible' as const, onClick: () => void seeAs() } }),
          more: [
            ...(mayReport ? [{ label: t('companies.isolation.action'), onClick: () => void askReport() }] : []),
            ...(mayTakeOut ? [{ label: t('companies.archive.action'), onClick: () => open('archive') }] : []),
          ],
          secondary: [
            { label: t('companies.login_id.action'), onClick: () => open('login_id') },
            { label: t(isOpen ? 'companies.close.action' : 'companies.open.action'), onClick: () => open('status') },
          ],
        })}
      />
      <CompanyTabs id={id} tab={tab} isAdmin={isAdmin} label={company.name} />
      <Stack sx={{ gap: 8 }}>{body(company, isAdmin)}</Stack>
      {dialog === 'status' && <StatusDialog company={company} onClose={() => open(null)} />}
      {dialog === 'archive' && <ArchiveDialog company={company} onClose={() => open(null)} />}
      {dialog === 'login_id' && <LoginIdDialog company={company} onClose={() => open(null)} />}
    </>
  )
}

/** The place of a company's name while it loads; a screen reader announces the page. */
function NameToCome({ words }: { words: string }) {
  return (
    <>
      <Skeleton width={220} aria-hidden />
      <Box component="span" sx={VISUALLY_HIDDEN}>
        {words}
      </Box>
    </>
  )
}

interface CompanyTabsProps {
  id: string
  tab: CompanyTab
  isAdmin: boolean
  label: string
}

function CompanyTabs({ id, tab, isAdmin, label }: CompanyTabsProps) {
  const t = useT()
  const tabs = TABS.filter((name) => isAdmin || name !== 'companies.plugins')
  return (
    <Tabs
      value={tab}
      aria-label={label}
      variant="scrollable"
      allowScrollButtonsMobile
      sx={{ mb: 6, borderBottom: '1px solid', borderColor: 'divider', '& .MuiTab-root': { px: 3, minWidth: 0 } }}
      // All as wide as the widest, as long as there is room: uneven widths are better than hidden tabs.
      slotProps={{
        list: { sx: { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(max-content, 1fr)', width: 'fit-content' } },
      }}
    >
      {tabs.map((name) => (
        <Tab key={name} value={name} label={t(TAB_WORDS[name])} component={RouterLink} to={`${pagePath(name) ?? ''}?id=${id}`} />
      ))}
    </Tabs>
  )
}

/** All three belong to a company and fit beside each other on a phone. */
const TAB_WORDS: Record<CompanyTab, string> = {
  'companies.profile': 'companies.profile.tab',
  'companies.settings': 'companies.settings_page.title',
  'companies.plugins': 'companies.plugins.title',
}

const WORDS: Record<CompanyTab, string> = {
  'companies.profile': 'companies.profile.title',
  'companies.settings': 'companies.settings_page.title',
  'companies.plugins': 'companies.plugins.title',
}
