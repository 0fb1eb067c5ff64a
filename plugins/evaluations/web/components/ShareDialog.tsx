import { Alert, Button, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, queryClient, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, check, Form, FormActions, TextInput, useAskedClose, useCopy, useToast } from '#web/ui'
import { MAX_DAYS } from '../../results.js'
import { type Asked, useLinks } from '../queries.js'

interface ShareDialogProps {
  asked: Asked
  onClose: () => void
}

const changed = () => void queryClient.invalidateQueries({ queryKey: ['evaluations', 'links'] })
const isDays = (text: string) => /^[1-9]\d?$/.test(text.trim()) && Number(text) <= MAX_DAYS

/** Creates a read-only link to the shown results, and revokes earlier links. */
export function ShareDialog({ asked, onClose }: ShareDialogProps) {
  const t = useT()
  const askedClose = useAskedClose(onClose)
  const [address, setAddress] = useState<string | null>(null)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="evaluation-share">
      <DialogTitle id="evaluation-share">{t('evaluations.share.title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 5, pt: 1 }}>
          {address ? <Made address={address} onClose={onClose} /> : <Make asked={asked} onMade={setAddress} onClose={onClose} />}
          <Links course={asked.course} />
        </Stack>
      </DialogContent>
    </Dialog>
  )
}

function Make({ asked, onMade, onClose }: ShareDialogProps & { onMade: (address: string) => void }) {
  const t = useT()
  return (
    <Form<{ days: string; note: string }, { data: { address: string } }>
      part="evaluations"
      initialValues={{ days: '14', note: '' }}
      validate={({ days }) => [check.when(!isDays(days), 'days', 'days')]}
      onSuccess={({ data }) => {
        onMade(data.address)
        changed()
      }}
      onSubmit={({ days, note }) => api.evaluations.links.create({ body: { ...asked, days: Number(days), note } })}
    >
      <Stack sx={{ gap: 4 }}>
        <Typography sx={{ color: 'text.secondary' }}>{t('evaluations.share.text')}</Typography>
        <TextInput
          name="days"
          label={t('evaluations.share.days')}
          help={t('evaluations.share.days_help')}
          inputMode="numeric"
          maxLength={2}
          required
        />
        <TextInput name="note" label={t('evaluations.share.note')} maxLength={150} />
        <FormActions submitLabel={t('evaluations.share.do')} onCancel={onClose} />
      </Stack>
    </Form>
  )
}

function Made({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useT()
  const copy = useCopy()
  return (
    <Stack sx={{ gap: 4 }}>
      <Alert severity="success">{t('evaluations.share.made')}</Alert>
      <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{address}</Typography>
      <Stack direction="row" sx={{ gap: 3, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('evaluations.share.close')}
        </Button>
        <Button variant="contained" onClick={() => void copy(address)}>
          {t('evaluations.share.copy')}
        </Button>
      </Stack>
    </Stack>
  )
}

function Links({ course }: { course: number }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const { data } = useLinks(course)
  const remove = useApiMutation((id: number) => api.evaluations.links.remove({ params: { id } }), {
    onSuccess: () => {
      toast.success(t('evaluations.share.removed'))
      changed()
    },
  })
  if (!data?.data.length) return null
  return (
    <div>
      <Typography variant="h3">{t('evaluations.view.links')}</Typography>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.data.map(({ id, note, made_at: made, expires_at: until }) => (
          <ActionRow
            key={id}
            name={note || t('evaluations.share.nameless')}
            lines={[t('evaluations.share.line', { made: format.date(made), until: format.date(new Date(Date.parse(until) - 1)) })]}
            action={
              <Button color="error" onClick={() => remove.mutate(id)}>
                {t('evaluations.share.remove')}
              </Button>
            }
          />
        ))}
      </Stack>
    </div>
  )
}
