import { isAdminRole } from '#core/contract/roles'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { isFlagOn } from '#web/shell'
import { EmptyState, PageHeader } from '#web/ui'

/** Whether this person creates courses: an admin does, a supervisor if their company may (setting `own_courses`). */
export function useMakesCourses(): boolean {
  return isAdminRole(useUser().user_role) || isFlagOn('learning.own_courses')
}

/** Shown on editor pages to people who may not create courses: why there is nothing here, and who can change that. */
export function CoursesOff({ title }: { title: string }) {
  const t = useT()
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon="book" title={t('learning.overview.off')} text={t('learning.overview.off_text')} />
    </>
  )
}
