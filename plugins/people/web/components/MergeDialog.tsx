import { Box, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { ApiError, api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, softBreaks, TextInput, useToast, useAskedClose } from '#web/ui'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'
import { MoveLines } from './MoveLines.js'

type Preview = Awaited<ReturnType<typeof api.people.moving.previewMerge>>['data']

/** The page shows the person, so a 404 is about the address that was typed. */
const atEmail = (error: unknown): never => {
  const unknown = error instanceof ApiError && error.status === 404
  throw unknown ? new ApiError(422, 'validation_failed', [{ field: 'email', rule: 'no_account' }]) : error
}

interface MergeDialogProps {
  person: ParticipantDetail
  onClose: () => void
}

/** Merges another account of the same person into this one: which account, a preview, and its address to confirm. */
export function MergeDialog({ person, onClose }: MergeDialogProps) {
  const t = useT()
  const [preview, show] = useState<Preview | null>(null)
  const { id, name } = person
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="merge-person">
      <DialogTitle id="merge-person">{t('people.merge.title', { name })}</DialogTitle>
      <DialogContent>
        {preview === null ? (
          <Form<{ email: string }, { data: Preview }>
            initialValues={{ email: '' }}
            part="people"
            validate={(values) => [check.required(values, 'email')]}
            onSubmit={({ email }) => api.people.moving.previewMerge({ params: { id }, query: { email } }).catch(atEmail)}
            onSuccess={({ data }) => show(data)}
          >
            <Stack sx={{ gap: 4, pt: 1 }}>
              <Typography sx={{ color: 'text.secondary' }}>{t('people.merge.action_text')}</Typography>
              <TextInput name="email" type="email" label={t('people.merge.email')} maxLength={254} required />
              <FormActions submitLabel={t('people.move.show')} onCancel={onClose} />
            </Stack>
          </Form>
        ) : (
          <Confirm person={person} preview={preview} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function Confirm({ person, preview, onClose }: MergeDialogProps & { preview: Preview }) {
  const t = useT()
  const toast = useToast()
  const { lines, version, kept, gone, companies } = preview
  return (
    <Form<{ confirm: string }, { status: string }>
      initialValues={{ confirm: '' }}
      part="people"
      validate={(values) => [check.required(values, 'confirm')]}
      onSubmit={({ confirm }) =>
        api.people.moving.merge({ params: { id: person.id }, body: { email: gone.email ?? '', version, confirm } })
      }
      onSuccess={() => {
        toast.success(t('people.merge.done'))
        void queryClient.invalidateQueries()
        onClose()
      }}
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        <Box component="ul" sx={{ m: 0, pl: 5, '& li': { mb: 1 }, overflowWrap: 'anywhere' }}>
          <li>{softBreaks(t('people.merge.kept', kept))}</li>
          <li>{softBreaks(t('people.merge.gone', gone))}</li>
          {companies.both.length > 0 && <li>{t('people.merge.both', { companies: companies.both.join(', ') })}</li>}
          {companies.joins.length > 0 && <li>{t('people.merge.joins', { companies: companies.joins.join(', ') })}</li>}
        </Box>
        <MoveLines lines={lines} />
        <Typography sx={{ fontWeight: 600 }}>{t('people.merge.never')}</Typography>
        <TextInput name="confirm" label={t('people.move.confirm', { email: gone.email ?? gone.name })} maxLength={254} required />
        <FormActions destructive submitLabel={t('people.merge.do')} onCancel={onClose} />
      </Stack>
    </Form>
  )
}
