import { Box, Tab, Tabs } from '@mui/material'
import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { Queues } from './jobs/Queues.js'
import { Tasks } from './jobs/Tasks.js'

const TABS = ['queues', 'tasks'] as const

export const words = () => ['tools']

/** /tools/jobs: background jobs, and (`?tab=tasks`) tasks that people started. */
export default function JobsPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'tasks' ? 'tasks' : 'queues'
  return (
    <>
      {/* The same for both tabs, because the server renders it before a tab is chosen. */}
      <PageHeader title={t('core.jobs.title')} text={t('core.jobs.text')} />
      <Tabs
        value={tab}
        onChange={(_event, next: string) => setParams(next === 'tasks' ? { tab: next } : {})}
        aria-label={t('core.jobs.title')}
        sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        {TABS.map((key) => (
          <Tab key={key} value={key} id={`jobs-tab-${key}`} aria-controls={`jobs-part-${key}`} label={t(`core.jobs.tab.${key}`)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`jobs-part-${tab}`} aria-labelledby={`jobs-tab-${tab}`}>
        {tab === 'tasks' ? <Tasks /> : <Queues />}
      </Box>
    </>
  )
}
