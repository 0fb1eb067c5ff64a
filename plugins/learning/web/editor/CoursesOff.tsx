import { useT } from '#web/i18n'
import { useNavigation } from '#web/shell'
import { EmptyState, PageHeader } from '#web/ui'

/** Whether this person makes courses: a supervisor does where their company may (setting `own_courses`). */
export const useMakesCourses = () =>
  Object.values(useNavigation())
    .flat()
    .some(({ page }) => page === 'learning.overview')

/** Where an address leads that the menu does not have: why there is nothing here, and who can change that. */
export function CoursesOff({ title }: { title: string }) {
  const t = useT()
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon="book" title={t('learning.overview.off')} text={t('learning.overview.off_text')} />
    </>
  )
}
