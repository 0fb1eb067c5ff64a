import { Box, Stack, Tab, Tabs } from '@mui/material'
import { useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { EmptyState, ErrorState, LoadingState, PageHeader, ToneChip, useConfirm, useFocusWhenGone, useToast, useUrlParams } from '#web/ui'
import type { FlowDetail } from '../../server/transformers/flow_transformer.js'
import { FlowCheck } from '../components/FlowCheck.js'
import { FlowForm } from '../components/FlowForm.js'
import { FlowHistory } from '../components/FlowHistory.js'
import { FlowOverview } from '../components/FlowOverview.js'
import { PeopleTable } from '../components/PeopleTable.js'
import { bookingPath, flowsPath } from '../paths.js'
import { flowsChanged, useCompanies, useFlow } from '../queries.js'

const TABS = ['overview', 'people', 'edit', 'history'] as const
type Tabbed = (typeof TABS)[number]

/** /flows/flow?flow=<id>: the flow's contents, people, form and history. */
export default function FlowPage() {
  const t = useT()
  const [params] = useUrlParams()
  const id = params.get('flow')
  const query = useFlow(id)
  const flow = query.data?.data
  usePageTitle(flow?.name)
  if (id === null) return <EmptyState asPage icon="branches" title={t('flows.flow.none')} />
  if (flow) return <Page flow={flow} />
  if (query.error)
    return <ErrorState asPage error={query.error} part="flows" title={t('flows.flow.failed')} onRetry={() => void query.refetch()} />
  return <LoadingState shape="page" count={4} />
}

function useRemove(flow: FlowDetail) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const remove = useApiMutation(() => api.flows.flows.remove({ params: { id: flow.id } }), {
    onSuccess: () => {
      toast.success(t('flows.remove.done', { name: flow.name }))
      void navigate(flowsPath())
      flowsChanged()
    },
  })
  return async () => {
    const sure = await confirm({
      title: t('flows.remove.question', { name: flow.name }),
      text: t('flows.remove.text', { busy: flow.busy }),
      confirmLabel: t('flows.remove.title'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
}

function useSwitch(flow: FlowDetail) {
  const t = useT()
  const toast = useToast()
  return useApiMutation(
    () => {
      const { name, groups, definition, updated_at: version, active } = flow
      return api.flows.flows.update({
        params: { id: flow.id },
        body: { name, groups, definition, active: !active, move: false, updated_at: version },
      })
    },
    {
      onSuccess: () => {
        toast.success(t(flow.active ? 'flows.turned_off' : 'flows.turned_on'))
        flowsChanged()
      },
    },
  )
}

function Page({ flow }: { flow: FlowDetail }) {
  const t = useT()
  const [params, edit] = useUrlParams()
  const { admin } = useCompanies()
  const remove = useRemove(flow)
  const toggle = useSwitch(flow)
  // Saving closes the form that has the focus.
  const noteFocus = useFocusWhenGone()
  const asked = params.get('tab') as Tabbed
  const tab: Tabbed = TABS.includes(asked) ? asked : 'overview'
  // Filters of the table of people do not apply to other tabs.
  const show = (next: Tabbed) =>
    edit((now) => {
      for (const key of [...now.keys()]) if (key !== 'flow') now.delete(key)
      if (next !== 'overview') now.set('tab', next)
    })
  const lead = t('flows.flow.lead', { busy: flow.busy, finished: flow.finished })
  return (
    <>
      <PageHeader
        title={flow.name}
        text={admin ? `${flow.company} · ${lead}` : lead}
        trail={[{ label: t('flows.title'), to: flowsPath() }]}
        badge={
          <ToneChip
            tone={flow.active ? 'success' : 'neutral'}
            icon={flow.active ? 'success' : 'pause'}
            label={t(flow.active ? 'flows.active' : 'flows.inactive')}
          />
        }
        action={{ label: t('flows.booking.title'), icon: 'add', to: bookingPath(flow.id) }}
        more={[
          { label: t(flow.active ? 'flows.turn_off' : 'flows.turn_on'), onClick: () => toggle.mutate(undefined) },
          { label: t('flows.remove.title'), onClick: () => void remove() },
        ]}
      />
      <Tabs
        value={tab}
        onChange={(_event, next: Tabbed) => show(next)}
        variant="scrollable"
        aria-label={flow.name}
        sx={{ mb: 5, borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((one) => (
          <Tab key={one} value={one} id={`flow-tab-${one}`} aria-controls="flow-panel" label={t(`flows.tab.${one}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id="flow-panel" aria-labelledby={`flow-tab-${tab}`} onFocus={noteFocus}>
        {tab === 'overview' && <FlowOverview flow={flow} />}
        {tab === 'people' && <PeopleTable flow={flow.id} />}
        {tab === 'edit' && <FlowForm key={flow.updated_at} flow={flow} onDone={() => show('overview')} />}
        {tab === 'history' && (
          <Stack sx={{ gap: 6 }}>
            <FlowHistory flow={flow.id} />
            <FlowCheck key={flow.id} flow={flow} />
          </Stack>
        )}
      </Box>
    </>
  )
}
