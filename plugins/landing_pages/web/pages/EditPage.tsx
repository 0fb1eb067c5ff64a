import { Box, Button, Link, Tab, Tabs } from '@mui/material'
import { Link as RouterLink, useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { EmptyState, ErrorState, LoadingState, PageHeader, StatusChip, useConfirm, useToast, useUrlParams } from '#web/ui'
import type { LandingPageDetail } from '../../server/transformers/landing_page_transformer.js'
import { pageStates, stateOf } from '../../states.js'
import { PageForm } from '../components/PageForm.js'
import { Preview } from '../components/Preview.js'
import { Versions } from '../components/Versions.js'
import { companyIn, listPath, pagesChanged, usePage, versionOf } from '../queries.js'

const TABS = ['blocks', 'preview', 'versions'] as const
type Tabbed = (typeof TABS)[number]

/** /tools/landingpages/bewerken?pagina=<key>: the blocks, preview and versions of a page of the platform or of a company (`?company=`, its id). */
export default function EditPage() {
  const t = useT()
  const [params] = useUrlParams()
  const key = params.get('pagina')
  const company = companyIn(params)
  const query = usePage(key, company)
  const page = query.data?.data
  usePageTitle(page && nameOf(page, t))
  if (key === null)
    return (
      <EmptyState
        asPage
        icon="language"
        title={t('landing_pages.edit.none')}
        action={
          <Button variant="contained" component={RouterLink} to={listPath(company)}>
            {t('landing_pages.title')}
          </Button>
        }
      />
    )
  if (page) return <Shown page={page} />
  if (query.error)
    return (
      <ErrorState
        asPage
        error={query.error}
        part="landing_pages"
        title={t('landing_pages.edit.failed')}
        onRetry={() => void query.refetch()}
      />
    )
  return <LoadingState shape="page" count={4} />
}

/** The page and its company, for headings and questions. */
const nameOf = (page: LandingPageDetail, t: ReturnType<typeof useT>) =>
  [t(`landing_pages.page.${page.key}`), page.company?.name].filter(Boolean).join(' · ')

function usePublish(page: LandingPageDetail, name: string) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const publish = useApiMutation(() => api.landingPages.pages.publish({ params: { page: page.key }, body: versionOf(page) }), {
    onSuccess: () => {
      toast.success(t('landing_pages.edit.published'))
      pagesChanged()
    },
  })
  return async () => {
    const sure = await confirm({
      title: t('landing_pages.edit.publish_question', { name }),
      text: t(page.company ? 'landing_pages.edit.publish_text_company' : 'landing_pages.edit.publish_text', {
        company: page.company?.name ?? '',
      }),
      confirmLabel: t('landing_pages.edit.publish'),
    })
    if (sure) publish.mutate(undefined)
  }
}

function useWithdraw(page: LandingPageDetail, name: string) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const withdraw = useApiMutation(() => api.landingPages.pages.withdraw({ params: { page: page.key }, body: versionOf(page) }), {
    onSuccess: () => {
      toast.success(t('landing_pages.edit.withdrawn'))
      pagesChanged()
    },
  })
  return async () => {
    const sure = await confirm({
      title: t('landing_pages.edit.withdraw_question', { name }),
      text: t(page.company ? 'landing_pages.edit.withdraw_text_company' : 'landing_pages.edit.withdraw_text', {
        company: page.company?.name ?? '',
      }),
      confirmLabel: t('landing_pages.edit.withdraw'),
      destructive: true,
    })
    if (sure) withdraw.mutate(undefined)
  }
}

function useRemove(page: LandingPageDetail, name: string) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const remove = useApiMutation(
    (company: number) => api.landingPages.own.remove({ params: { page: page.key }, body: { company, updated_at: page.updated_at } }),
    {
      onSuccess: () => {
        toast.success(t('landing_pages.own.removed'))
        void navigate(listPath(page.company?.id ?? null))
        pagesChanged()
      },
    },
  )
  return async (company: number) => {
    const sure = await confirm({
      title: t('landing_pages.own.remove_question', { name }),
      text: t('landing_pages.own.remove_text'),
      confirmLabel: t('landing_pages.own.remove'),
      destructive: true,
    })
    if (sure) remove.mutate(company)
  }
}

function Shown({ page }: { page: LandingPageDetail }) {
  const t = useT()
  const [params, edit] = useUrlParams()
  const name = nameOf(page, t)
  const { company } = page
  const publish = usePublish(page, name)
  const withdraw = useWithdraw(page, name)
  const remove = useRemove(page, name)
  const more = [
    ...(page.published ? [{ label: t('landing_pages.edit.withdraw'), onClick: () => void withdraw() }] : []),
    ...(company ? [{ label: t('landing_pages.own.remove'), onClick: () => void remove(company.id) }] : []),
  ]
  const asked = params.get('tab') as Tabbed
  const tab: Tabbed = TABS.includes(asked) ? asked : 'blocks'
  const show = (next: Tabbed) =>
    edit((now) => {
      if (next === 'blocks') now.delete('tab')
      else now.set('tab', next)
    })
  return (
    <>
      <PageHeader
        title={name}
        text={
          page.published ? (
            <Link href={page.path} target="_blank">
              {page.path}
            </Link>
          ) : (
            page.path
          )
        }
        trail={[{ label: t('landing_pages.title'), to: listPath(company?.id ?? null) }]}
        badge={<StatusChip of={pageStates} status={stateOf(page)} />}
        {...(more.length > 0 && { more })}
        {...(page.changed && { action: { label: t('landing_pages.edit.publish'), icon: 'success', onClick: () => void publish() } })}
      />
      <Tabs
        value={tab}
        onChange={(_event, next: Tabbed) => show(next)}
        variant="scrollable"
        aria-label={name}
        sx={{ mb: 5, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((one) => (
          <Tab key={one} value={one} id={`page-tab-${one}`} aria-controls="page-panel" label={t(`landing_pages.tab.${one}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id="page-panel" aria-labelledby={`page-tab-${tab}`}>
        {tab === 'blocks' && <PageForm key={page.updated_at} page={page} />}
        {tab === 'preview' && <Preview page={page} />}
        {tab === 'versions' && <Versions page={page} />}
      </Box>
    </>
  )
}
