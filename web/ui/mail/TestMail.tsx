import { Button } from '@mui/material'
import { useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { useToast } from '../toasts/toast_queue.js'

/** Sends the unsaved text to one's own address. @param part of the error texts */
export function TestMail({ part, send }: { part: string; send: () => Promise<unknown> }) {
  const t = useT()
  const toast = useToast()
  const { ofError, ofField } = useErrorText()
  const test = useApiMutation(send, {
    quiet: true,
    onError: (error) => toast.error(error.fields[0] ? ofField(error.fields[0], part) : ofError(error, part)),
    onSuccess: () => toast.success(t('core.mail_editor.test_done')),
  })
  return (
    <Button variant="outlined" loading={test.isPending} onClick={() => test.mutate(undefined)}>
      {t('core.mail_editor.test')}
    </Button>
  )
}
