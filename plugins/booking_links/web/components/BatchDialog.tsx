import { Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { requestFile } from '#web/api'
import { useT } from '#web/i18n'
import { check, downloadFile, Form, FormActions, TextInput, useAskedClose, useToast } from '#web/ui'
import type { LinkDetail } from '../../server/transformers/link_transformer.js'
import { linksChanged } from '../queries.js'

interface BatchDialogProps {
  link: LinkDetail
  onClose: () => void
}

const COUNT = /^([1-9]\d?|[1-4]\d\d|500)$/

/** Creates many links with the settings of one, each for one booking. Their addresses are downloaded as a file. */
export function BatchDialog({ link, onClose }: BatchDialogProps) {
  const t = useT()
  const toast = useToast()
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="link-batch">
      <DialogTitle id="link-batch">{t('booking_links.batch.title')}</DialogTitle>
      <DialogContent>
        <Form<{ count: string }, Awaited<ReturnType<typeof requestFile>>>
          initialValues={{ count: '25' }}
          part="booking_links"
          validate={({ count }) => [check.when(!COUNT.test(count.trim()), 'count', 'count')]}
          onSubmit={({ count }) => requestFile(`/api/booking_links/links/${link.id}/batch`, { count: Number(count) })}
          onSuccess={(got) => {
            if ('file' in got) downloadFile(got.name, got.file)
            toast.success(t('booking_links.batch.done'))
            linksChanged()
            onClose()
          }}
        >
          <Stack sx={{ gap: 4, pt: 1 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('booking_links.batch.text')}</Typography>
            <TextInput name="count" label={t('booking_links.batch.count')} inputMode="numeric" maxLength={3} required />
            <FormActions submitLabel={t('booking_links.batch.action')} onCancel={onClose} />
          </Stack>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
