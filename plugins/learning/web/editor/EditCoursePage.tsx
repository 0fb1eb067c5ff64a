import { Tab, Tabs } from '@mui/material'
import { useSearchParams } from 'react-router'
import { courseStatuses } from '#plugins/learning/contract/course_statuses'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { urlFor } from '#web/api'
import { useT } from '#web/i18n'
import { download } from '#web/session'
import { usePageTitle } from '#web/shell'
import { PageHeader, StatusChip } from '#web/ui'
import { CourseDetails } from './CourseDetails.js'
import { DraftPage, nameOf } from './DraftPage.js'
import { overviewPath } from './editor_paths.js'
import { Outline } from './Outline.js'
import { PublishPanel } from './PublishPanel.js'

const TABS = ['details', 'outline', 'publish'] as const
type TabName = (typeof TABS)[number]

/** /admin/training/wijzigen: a course, its steps, and a preview of publishing. */
export default function EditCoursePage() {
  return <DraftPage>{(draft) => <EditCourse draft={draft} />}</DraftPage>
}

function EditCourse({ draft }: { draft: Draft }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab: TabName = TABS.find((one) => one === asked) ?? 'details'
  const name = nameOf(draft.course.name, draft.course.languages, draft.shortname)
  usePageTitle(name)
  return (
    <>
      <PageHeader
        title={name}
        badge={<StatusChip of={courseStatuses} status={draft.course.status} />}
        text={t(draft.based_on ? 'learning.editor.based_on' : 'learning.editor.based_on_nothing', { number: draft.based_on ?? 0 })}
        trail={[{ label: t('learning.overview.title'), to: overviewPath() }]}
        secondary={[
          {
            label: t('learning.overview.export'),
            icon: 'download',
            onClick: () => download(urlFor.get('learning.editor.export', { course: draft.id }).url),
          },
        ]}
      />
      <Tabs
        value={tab}
        onChange={(_event, next: TabName) => setParams(next === 'details' ? {} : { tab: next }, { replace: true })}
        aria-label={t('learning.editor.tabs')}
        variant="scrollable"
        sx={{ mb: 5, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        {TABS.map((one) => (
          <Tab key={one} value={one} label={t(`learning.editor.tab_${one}`)} />
        ))}
      </Tabs>
      {tab === 'details' && <CourseDetails draft={draft} />}
      {tab === 'outline' && <Outline draft={draft} />}
      {tab === 'publish' && <PublishPanel draft={draft} />}
    </>
  )
}
