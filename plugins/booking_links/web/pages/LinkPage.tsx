import { Box, Tab, Tabs } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { EmptyState, ErrorState, LoadingState, PageHeader, StatusChip, useConfirm, useCopy, useToast, useUrlParams } from '#web/ui'
import type { LinkDetail } from '../../server/transformers/link_transformer.js'
import { linkStates } from '../../states.js'
import { BatchDialog } from '../components/BatchDialog.js'
import { LinkForm } from '../components/LinkForm.js'
import { LinkHistory } from '../components/LinkHistory.js'
import { LinkOverview } from '../components/LinkOverview.js'
import { createPath, listPath } from '../paths.js'
import { linksChanged, useLink } from '../queries.js'

const TABS = ['overview', 'edit', 'history'] as const
type Tabbed = (typeof TABS)[number]
export type ShownLink = LinkDetail & { address: string }

/** /tools/bookinglink/link?link=<id>: the link's address and QR code, its results, its form and its history. */
export default function LinkPage() {
  const t = useT()
  const [params] = useUrlParams()
  const id = params.get('link')
  const query = useLink(id)
  const link = query.data?.data
  usePageTitle(link?.campaign)
  if (id === null) return <EmptyState asPage icon="link" title={t('booking_links.link.none')} />
  if (link) return <Page link={link} />
  if (query.error)
    return (
      <ErrorState
        asPage
        error={query.error}
        part="booking_links"
        title={t('booking_links.link.failed')}
        onRetry={() => void query.refetch()}
      />
    )
  return <LoadingState shape="page" count={4} />
}

function useRemove(link: ShownLink) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const remove = useApiMutation(() => api.bookingLinks.links.remove({ params: { id: link.id } }), {
    onSuccess: () => {
      toast.success(t('booking_links.remove.done', { name: link.campaign }))
      void navigate(listPath())
      linksChanged()
    },
  })
  return async () => {
    const sure = await confirm({
      title: t('booking_links.remove.question', { name: link.campaign }),
      text: t('booking_links.remove.text'),
      confirmLabel: t('booking_links.remove.title'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
}

function Page({ link }: { link: ShownLink }) {
  const t = useT()
  const copy = useCopy()
  const toast = useToast()
  const [params, edit] = useUrlParams()
  const remove = useRemove(link)
  const [batch, setBatch] = useState(false)
  const toggle = useApiMutation(() => api.bookingLinks.links.switch({ params: { id: link.id }, body: { on: !link.is_on } }), {
    onSuccess: () => {
      toast.success(t(link.is_on ? 'booking_links.turned_off' : 'booking_links.turned_on'))
      linksChanged()
    },
  })
  const asked = params.get('tab') as Tabbed
  const tab: Tabbed = TABS.includes(asked) ? asked : 'overview'
  const show = (next: Tabbed) =>
    edit((now) => {
      if (next === 'overview') now.delete('tab')
      else now.set('tab', next)
    })
  return (
    <>
      <PageHeader
        title={link.campaign}
        text={link.company}
        trail={[{ label: t('booking_links.title'), to: listPath() }]}
        badge={<StatusChip of={linkStates} status={link.state} />}
        action={{ label: t('booking_links.copy_address'), icon: 'copy', onClick: () => copy(link.address) }}
        more={[
          { label: t(link.is_on ? 'booking_links.turn_off' : 'booking_links.turn_on'), onClick: () => toggle.mutate(undefined) },
          { label: t('booking_links.create_like'), to: createPath(link.id) },
          { label: t('booking_links.batch.title'), onClick: () => setBatch(true) },
          { label: t('booking_links.remove.title'), onClick: () => void remove() },
        ]}
      />
      {batch && <BatchDialog link={link} onClose={() => setBatch(false)} />}
      <Tabs
        value={tab}
        onChange={(_event, next: Tabbed) => show(next)}
        variant="scrollable"
        aria-label={link.campaign}
        sx={{ mb: 5, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((one) => (
          <Tab key={one} value={one} id={`link-tab-${one}`} aria-controls="link-panel" label={t(`booking_links.tab.${one}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id="link-panel" aria-labelledby={`link-tab-${tab}`}>
        {tab === 'overview' && <LinkOverview link={link} />}
        {tab === 'edit' && <LinkForm key={link.updated_at} link={link} onDone={() => show('overview')} />}
        {tab === 'history' && <LinkHistory link={link.id} />}
      </Box>
    </>
  )
}
