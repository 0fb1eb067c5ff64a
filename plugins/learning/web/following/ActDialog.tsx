import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import type { ParticipationAct } from '#plugins/learning/contract/index'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast } from '#web/ui'

/** What is asked before an act. */
export interface Asked {
  act: ParticipationAct
  /** The quiz, of another attempt. */
  activity?: { id: number; title: string }
}

interface ActDialogProps extends Asked {
  participation: number
  /** As it was read: of two supervisors at once the second is told. */
  version: string
  person: string
  course: string
  /** With the participation to go on with. */
  onDone: (next: number) => void
  onClose: () => void
}

const ENDS: readonly ParticipationAct[] = ['no_show', 'cancel']

/** Says what an act does, asks why, and does it. */
export function ActDialog({ act, activity, participation, version, person, course, onDone, onClose }: ActDialogProps) {
  const t = useT()
  const toast = useToast()
  const id = useId()
  const mustSay = act === 'pass'
  const words = { person, course, step: activity?.title ?? '' }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t(`learning.act.${act}_title`)}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t(`learning.act.${act}_text`, words)}</Typography>
        <Form
          initialValues={{ reason: '' }}
          guard={false}
          part="learning"
          validate={(values) => [mustSay && check.required(values, 'reason')]}
          onSubmit={({ reason }) =>
            api.learning.insights
              .act({
                params: { participation },
                body: { act, updated_at: version, reason: reason.trim() || null, activity: activity?.id ?? null },
              })
              .then(({ data }) => data)
          }
          onError={(error) => {
            if (error.code !== 'changed_meanwhile') return
            toast.warning(t('learning.act.changed_meanwhile'))
            void queryClient.invalidateQueries({ queryKey: ['learning'] })
            onClose()
            return true
          }}
          onSuccess={({ id: next }) => {
            void queryClient.invalidateQueries({ queryKey: ['learning'] })
            void queryClient.invalidateQueries({ queryKey: ['people'] })
            toast.success(t(`learning.act.${act}_done`, words))
            onDone(next)
          }}
        >
          <TextInput
            name="reason"
            label={t('learning.act.reason')}
            help={t(mustSay ? 'learning.act.reason_help' : 'learning.act.reason_optional')}
            rows={2}
            maxLength={1000}
            required={mustSay}
            autoFocus={mustSay}
          />
          <FormActions
            destructive={ENDS.includes(act)}
            submitLabel={t(`learning.act.${act}`)}
            onCancel={onClose}
            cancelLabel={t('learning.act.back')}
          />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
