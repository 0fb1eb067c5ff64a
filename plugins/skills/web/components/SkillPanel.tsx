import { Button } from '@mui/material'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, LoadingState, SidePanel, useConfirm, useToast } from '#web/ui'
import { skillsChanged, useCompanyName } from '../queries.js'
import { SkillForm } from './SkillForm.js'

export const NEW = 'nieuw'

/** Adds a skill, or changes the one with this id. */
export function SkillPanel({ skill: id, onClose }: { skill: string | null; onClose: () => void }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const known = id !== null && id !== NEW
  const found = useApiQuery(['skills', 'skill', id], () => api.skills.skills.show({ params: { id: id ?? '' } }), { enabled: known })
  const skill = known ? (found.data?.data ?? null) : null
  const company = useCompanyName(skill?.company_id)
  const remove = useApiMutation(() => api.skills.skills.remove({ params: { id: id ?? '' } }), {
    onSuccess: () => {
      toast.success(t('skills.removed', { name: skill?.name ?? '' }))
      skillsChanged()
      onClose()
    },
  })
  const askRemove = async () => {
    if (
      skill &&
      (await confirm({
        title: t('skills.remove.title', { name: skill.name }),
        text: t('skills.remove.text'),
        confirmLabel: t('skills.remove.confirm'),
        destructive: true,
      }))
    )
      remove.mutate(undefined)
  }
  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      width={560}
      title={known ? (skill?.name ?? t('skills.column.skill')) : t('skills.add')}
      subtitle={company}
    >
      {known && found.error ? (
        <ErrorState error={found.error} part="skills" onRetry={() => void found.refetch()} />
      ) : known && !skill ? (
        <LoadingState shape="rows" count={6} />
      ) : (
        <>
          {id !== null && <SkillForm key={id} skill={skill} onDone={onClose} onCancel={onClose} />}
          {skill && (
            <Button color="error" sx={{ mt: 6 }} onClick={() => void askRemove()}>
              {t('skills.remove.confirm')}
            </Button>
          )}
        </>
      )}
    </SidePanel>
  )
}
