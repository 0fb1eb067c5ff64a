import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#core/contract/access'
import type { TaskView } from '#core/contract/tasks'
import { api, type ApiError, queryClient, request, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { useConfirm, useTaskStarted, useToast } from '#web/ui'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'
import { useCard } from './CardButton.js'
import { MergeDialog } from './MergeDialog.js'
import { MoveDialog } from './MoveDialog.js'

interface Act {
  label: string
  text: string
  run: () => void
  busy: boolean
  destructive?: boolean
}

/** Actions of a supervisor on a whole account; destructive actions say what they delete. */
export function ManageAccount({ person, isSelf }: { person: ParticipantDetail; isSelf: boolean }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const started = useTaskStarted()
  const { id, name, status } = person
  const mayMove = useAllowed(can('people.accounts.move'))
  const [dialog, open] = useState<'move' | 'merge' | null>(null)
  const { ofError } = useErrorText()
  const onError = (error: ApiError) => toast.error(ofError(error, 'people'))
  const target = { params: { id } }
  const reset = useApiMutation(() => api.people.profiles.resetPassword(target), {
    onError,
    refresh: [['people']],
    onSuccess: ({ mail }: { mail: 'sent' | 'sent_before' }) => toast.success(t(`people.profile.reset_${mail}`)),
  })
  // As in the list: a task that can be undone from the tray.
  const change = useApiMutation(
    (action: string) => request<{ data: TaskView }>('/api/people/participants/act', { method: 'POST', body: { action, ids: [id] } }),
    { onError, onSuccess: ({ data }) => started(data) },
  )
  const { mutation: card, dialog: cardDialog } = useCard(id)
  const remove = useApiMutation(() => api.people.profiles.remove(target), {
    onError,
    onSuccess: () => {
      toast.success(t('people.profile.deleted', { name }))
      void navigate('/deelnemers')
      queryClient.removeQueries({ queryKey: ['people', 'participant', String(id)] })
      void queryClient.invalidateQueries({ queryKey: ['people'] })
    },
  })
  const askRemove = async () => {
    const sure = await confirm({
      title: t('people.profile.delete_question', { name }),
      text: t('people.profile.delete_what', { company: person.works_at, courses: person.courses }),
      confirmLabel: t('people.profile.delete'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
  const acts: Act[] = [
    ...(person.email === null
      ? [
          {
            label: t(person.code ? 'people.card.again' : 'people.card.make'),
            text: t(person.code ? 'people.card.again_text' : 'people.card.make_text'),
            run: () => card.mutate(undefined),
            busy: card.isPending,
          },
        ]
      : person.invitation
        ? []
        : [
            {
              label: t('people.profile.reset_password'),
              text: t('people.profile.reset_password_text'),
              run: () => reset.mutate(undefined),
              busy: reset.isPending,
            },
          ]),
    ...(isSelf
      ? []
      : [
          status === 'active'
            ? {
                label: t('people.action.deactivate'),
                text: t('people.profile.deactivate_text'),
                run: () => change.mutate('people.deactivate'),
                busy: change.isPending,
              }
            : person.invitation && person.email !== null
              ? {
                  label: t('people.action.invite'),
                  text: t('people.profile.invite_text'),
                  run: () => change.mutate('people.invite'),
                  busy: change.isPending,
                }
              : {
                  label: t('people.action.activate'),
                  text: t('people.profile.activate_text'),
                  run: () => change.mutate('people.activate'),
                  busy: change.isPending,
                },
          ...(mayMove
            ? [
                {
                  label: t('people.move.action'),
                  text: t('people.move.action_text'),
                  run: () => open('move'),
                  busy: false,
                },
                {
                  label: t('people.merge.action'),
                  text: t('people.merge.action_text'),
                  run: () => open('merge'),
                  busy: false,
                },
              ]
            : []),
          {
            label: t('people.profile.delete'),
            text: t('people.profile.delete_text'),
            run: () => void askRemove(),
            busy: remove.isPending,
            destructive: true,
          },
        ]),
  ]
  return (
    <Stack sx={{ gap: 4 }}>
      {acts.map(({ label, text, run, busy, destructive = false }) => (
        <Stack
          key={label}
          direction={{ xs: 'column', sm: 'row' }}
          sx={{ gap: 3, justifyContent: 'space-between', alignItems: { sm: 'center' } }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 550 }}>{label}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {text}
            </Typography>
          </Box>
          <Button variant="outlined" color={destructive ? 'error' : 'inherit'} loading={busy} onClick={run} sx={{ flexShrink: 0 }}>
            {label}
          </Button>
        </Stack>
      ))}
      {cardDialog}
      {dialog === 'move' && <MoveDialog person={person} onClose={() => open(null)} />}
      {dialog === 'merge' && <MergeDialog person={person} onClose={() => open(null)} />}
    </Stack>
  )
}
