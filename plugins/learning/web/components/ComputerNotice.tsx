import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { Icon } from '#web/ui'

interface ComputerNoticeProps {
  participation: number
  /** The item that needs a computer; default the quizzes of the course. */
  title?: string
  /** The alternative on this device. */
  text: string
}

/** On a phone: what of this course needs a computer, before anything starts to count, and a link to open it there. */
export function ComputerNotice({ participation, title, text }: ComputerNoticeProps) {
  const t = useT()
  const { email } = useUser()
  const { ofError } = useErrorText()
  const mail = useApiMutation(() => api.learning.participations.link({ params: { participation } }), { quiet: true })
  return (
    <Paper component="section" variant="outlined" role="note" sx={{ p: { xs: 4, sm: 5 }, display: 'flex', gap: 4 }}>
      <Box sx={{ color: 'primary.main', display: 'flex', pt: '2px' }}>
        <Icon name="computer" fontSize="medium" />
      </Box>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650 }}>{title ?? t('learning.computer.title')}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        {/* The same element before and after, so that screen readers announce the result. */}
        <Typography role="status" sx={{ fontWeight: 550, '&:empty': { display: 'none' } }}>
          {mail.isSuccess ? t('learning.computer.mailed') : mail.error ? ofError(mail.error, 'learning') : ''}
        </Typography>
        {/* A person without an e-mail address gets no mail. */}
        {!mail.isSuccess && email !== null && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="mails" />}
            loading={mail.isPending}
            onClick={() => mail.mutate(undefined)}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('learning.computer.mail_link')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
