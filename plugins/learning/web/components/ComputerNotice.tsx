import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

interface ComputerNoticeProps {
  participation: number
  /** Texts do not wait for a quiz in this course. */
  readsPastQuizzes: boolean
  /** The days of access begin with what is chosen below. */
  beforeChoice?: boolean
  /** What comes next is this quiz, and nothing is left to read before it. */
  quiz?: string | undefined
}

/** On a phone: what of this course needs a computer, before anything begins to count, and a way to get there. */
export function ComputerNotice({ participation, readsPastQuizzes, beforeChoice = false, quiz }: ComputerNoticeProps) {
  const t = useT()
  const { ofError } = useErrorText()
  const mail = useApiMutation(() => api.learning.participations.link({ params: { participation } }), { quiet: true })
  return (
    <Paper component="section" variant="outlined" role="note" sx={{ p: { xs: 4, sm: 5 }, display: 'flex', gap: 4 }}>
      <Box sx={{ color: 'primary.main', display: 'flex', pt: '2px' }}>
        <Icon name="computer" fontSize="medium" />
      </Box>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650 }}>{t('learning.computer.title')}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {quiz
            ? t('learning.computer.now', { quiz })
            : t(readsPastQuizzes ? 'learning.computer.read_past' : 'learning.computer.read_until')}{' '}
          {beforeChoice && t('learning.computer.before_choice')}
        </Typography>
        {/* Said where it was asked for; the same element before and after, so that it is read out. */}
        <Typography role="status" sx={{ fontWeight: 550, '&:empty': { display: 'none' } }}>
          {mail.isSuccess ? t('learning.computer.mailed') : mail.error ? ofError(mail.error, 'learning') : ''}
        </Typography>
        {!mail.isSuccess && (
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
