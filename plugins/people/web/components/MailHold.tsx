import { Alert, AlertTitle, Box, Button } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useToast } from '#web/ui'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'

/** Says that mail to a person's address bounces, with a button to try again; renders nothing for other people. */
export function MailHold({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const retry = useApiMutation(() => api.people.participants.retryMail({ params: { id: person.id } }), {
    refresh: [['people']],
    onSuccess: () => toast.success(t('people.mail_hold.done')),
  })
  const { mail_hold: hold } = person
  if (!hold) return null
  return (
    <Alert severity="warning">
      <AlertTitle>{t('people.mail_hold.title', { email: hold.email })}</AlertTitle>
      {t('people.mail_hold.text', { date: format.date(hold.at) })}
      <Box sx={{ my: 2, color: 'text.secondary', overflowWrap: 'anywhere' }}>{t('people.mail_hold.reason', { reason: hold.reason })}</Box>
      <Button variant="outlined" color="inherit" size="small" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
        {t('people.mail_hold.again')}
      </Button>
    </Alert>
  )
}
