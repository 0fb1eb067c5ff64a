import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { useConfirm } from '#web/ui'

/** Asks for confirmation, then removes a course with its proof. @returns whether it was removed */
export function useRemoveCourse(): (course: { id: number; name: string }) => Promise<boolean> {
  const t = useT()
  const confirm = useConfirm()
  const remove = useApiMutation((id: number) => api.externalCourses.courses.remove({ params: { id } }), { refresh: [['external_courses']] })
  return async ({ id, name }) => {
    const sure = await confirm({
      title: t('external_courses.courses.remove_question', { name }),
      text: t('external_courses.courses.remove_text'),
      confirmLabel: t('external_courses.courses.remove'),
      destructive: true,
    })
    if (sure) await remove.mutateAsync(id)
    return sure
  }
}
