import { Button, Divider, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { languageAtom } from '#web/session'
import { pagePath } from '#web/shell'
import { check, Form, FormActions, TextInput } from '#web/ui'
import type { VisitorView } from '../../server/transformers/key.js'

interface WhoAreYouProps {
  token: string
  company: VisitorView['company']
  /** Opens another page that returns the person here afterwards. */
  onLeave: (path: string) => void
}

/** For a person who is not signed in: they register, or sign in if they have an account. Both return to the key. */
export function WhoAreYou({ token, company, onLeave }: WhoAreYouProps) {
  const t = useT()
  const language = useAtomValue(languageAtom)
  const registration = pagePath('registration.register')
  const login = (
    <Button
      fullWidth
      size="large"
      variant={registration ? 'outlined' : 'contained'}
      onClick={() => onLeave(`/login/${encodeURIComponent(company.login_id)}`)}
    >
      {t('seat_keys.use.sign_in')}
    </Button>
  )
  if (!registration) return login
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Form<{ email: string }, { company: string }>
        part="seat_keys"
        guard={false}
        initialValues={{ email: '' }}
        validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
        onSubmit={({ email }) =>
          api.seatKeys.at.register({ params: { token }, body: { email: email.trim(), language: language as never } })
        }
        onSuccess={({ company: login_id }) => onLeave(`${registration}?begun=1&company=${encodeURIComponent(login_id)}`)}
      >
        <TextInput
          name="email"
          type="email"
          label={t('core.login.email')}
          help={t('seat_keys.use.email_help')}
          autoComplete="username"
          required
        />
        <FormActions fullWidth submitLabel={t('seat_keys.use.begin')} />
      </Form>
      <Divider sx={{ my: 5 }} />
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ textAlign: 'center' }}>{t('seat_keys.use.have_account')}</Typography>
        {login}
      </Stack>
    </Paper>
  )
}
