import { Button } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { useToast } from '#web/ui'

/** Delivers a mail that did not arrive, or may not have. */
export function SendAgain({ id }: { id: number }) {
  const t = useT()
  const toast = useToast()
  const send = useApiMutation(() => api.mails.outbox.send({ params: { id } }), {
    refresh: [['mails']],
    onSuccess: () => toast.success(t('mails.again_done')),
  })
  return (
    <Button color="inherit" size="small" loading={send.isPending} onClick={() => send.mutate(undefined)}>
      {t('mails.again')}
    </Button>
  )
}
