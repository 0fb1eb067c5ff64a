import { useState } from 'react'
import { useT } from '#web/i18n'
import { PageHeader, SlotTabs } from '#web/ui'
import { trainingTabSlot } from '../../contract/index.js'
import UsedCourses from '../following/UsedCourses.js'
import { useMakesCourses } from './CoursesOff.js'
import { ImportDialog } from './ImportDialog.js'
import { NewCourseDialog } from './NewCourseDialog.js'

/**
 * /training/overzicht: courses, exams, requirements and the question pool (specification, section 2), each on a tab. A supervisor whose
 * company creates no courses sees the ones it uses.
 */
export default function OverviewPage() {
  const t = useT()
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState(false)
  const isOn = useMakesCourses()
  if (!isOn)
    return (
      <>
        <PageHeader title={t('learning.overview.title')} text={t('learning.used.text')} />
        <UsedCourses />
      </>
    )
  return (
    <>
      <PageHeader
        title={t('learning.overview.title')}
        text={t('learning.overview.text')}
        action={{ label: t('learning.overview.new'), icon: 'add', onClick: () => setCreating(true) }}
        secondary={[{ label: t('learning.overview.import'), icon: 'upload', onClick: () => setImporting(true) }]}
      />
      <SlotTabs slot={trainingTabSlot} with={{ isTab: true }} label={t('learning.overview.tabs')} param="tab" />
      {creating && <NewCourseDialog of={{}} onClose={() => setCreating(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
