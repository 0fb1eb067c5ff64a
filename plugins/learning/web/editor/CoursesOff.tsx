import { isAdminRole } from '#core/contract/roles'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { isFlagOn } from '#web/shell'
import { EmptyState, PageHeader } from '#web/ui'

/** Whether this person makes courses: an admin does, a supervisor where their company may (setting `own_courses`). */
export function useMakesCourses(): boolean {
  return isAdminRole(useUser().user_role) || isFlagOn('learning.own_courses')
}

/** Where an address leads that is only for who makes courses: why there is nothing here, and who can change that. */
export function CoursesOff({ title }: { title: string }) {
  const t = useT()
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon="book" title={t('learning.overview.off')} text={t('learning.overview.off_text')} />
    </>
  )
}
