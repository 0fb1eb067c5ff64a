import { Button, Stack, Typography } from '@mui/material'
import { useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { FileDrop, Progress, Section } from '#web/ui'
import { MAX_BYTES } from '../../message.js'
import { mailboxesChanged, megabytes } from '../queries.js'
import { useUpload } from '../use_upload.js'

/** Chooses a mailbox file, and uploads it immediately. */
export function SendMailbox({ onDone }: { onDone: (token: string) => void }) {
  const t = useT()
  const format = useFormat()
  const { ofError } = useErrorText()
  const { sending, error, send, stop } = useUpload((token) => {
    mailboxesChanged()
    onDone(token)
  })
  if (sending) {
    const { file, sent } = sending
    const text = t('mailbox_tools.sent_of', { sent: format.number(megabytes(sent)), total: format.number(megabytes(file.size)) })
    return (
      <Section title={t('mailbox_tools.sending')}>
        <Progress value={(100 * sent) / Math.max(1, file.size)} label={file.name} text={text} />
        <Button
          variant="outlined"
          color="inherit"
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => {
            stop()
            mailboxesChanged()
          }}
        >
          {t('mailbox_tools.stop')}
        </Button>
      </Section>
    )
  }
  return (
    <Stack sx={{ gap: 2 }}>
      {/* Accepts any name, as mailboxes of Thunderbird have no extension. The type is detected from the content. */}
      <FileDrop
        label={t('mailbox_tools.file')}
        value={null}
        onChange={(file) => file && send(file)}
        maxSize={megabytes(MAX_BYTES)}
        error={error ? ofError(error, 'mailbox_tools') : undefined}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('mailbox_tools.file_help')}
      </Typography>
    </Stack>
  )
}
