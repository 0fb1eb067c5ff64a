import { Alert, AlertTitle, Button, Stack } from '@mui/material'
import { api, queryClient, toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { useConfirm, useToast } from '#web/ui'

/** Uncertain mails: the platform was cut off while sending. An admin decides for all of them at once. */
export function Uncertain({ count }: { count: number }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const { ofError } = useErrorText()
  if (!count) return null
  const decide = async (decision: 'send' | 'leave') => {
    const title = t(`mails.uncertain.${decision}_title`, { count })
    const confirmLabel = t(`mails.uncertain.${decision}`)
    if (!(await confirm({ title, text: t(`mails.uncertain.${decision}_text`, { count }), confirmLabel }))) return
    try {
      await api.mails.outbox.uncertain({ body: { decision, count } })
      toast.success(t(`mails.uncertain.${decision}_done`, { count }))
    } catch (error) {
      toast.error(ofError(toApiError(error), 'mails'))
    }
    void queryClient.invalidateQueries({ queryKey: ['mails'] })
  }
  return (
    <Alert severity="warning" sx={{ mb: 5 }}>
      <AlertTitle>{t('mails.uncertain.title', { count })}</AlertTitle>
      {t('mails.uncertain.text')}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, mt: 3, alignItems: { sm: 'center' } }}>
        <Button variant="outlined" color="inherit" size="small" onClick={() => void decide('send')}>
          {t('mails.uncertain.send')}
        </Button>
        <Button color="inherit" size="small" onClick={() => void decide('leave')}>
          {t('mails.uncertain.leave')}
        </Button>
      </Stack>
    </Alert>
  )
}
