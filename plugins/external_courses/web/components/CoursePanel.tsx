import { useNavigate } from 'react-router'
import { pagePath } from '#web/shell'
import { useT } from '#web/i18n'
import { SidePanel } from '#web/ui'
import { CourseForm } from './CourseForm.js'

/** The page it is opened from. */
export const coursePath = (course: number) => pagePath('external_courses.course', { course }) ?? '/'

/** A new course beside the list; saving opens its own page, where its proof is added. */
export function CoursePanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <SidePanel open={open} onClose={onClose} title={t('external_courses.courses.add')}>
      <CourseForm course={null} onDone={({ id }) => void navigate(coursePath(id))} onCancel={onClose} />
    </SidePanel>
  )
}
