import { Button, Divider, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useT } from '#web/i18n'
import { languageAtom } from '#web/session'
import { pagePath } from '#web/shell'
import { check, Form, FormActions, TextInput } from '#web/ui'
import type { VisitorView } from '../../server/transformers/visitor_transformer.js'
import { register } from '../calls.js'

interface WhoAreYouProps {
  token: string
  link: VisitorView
  /** Opens another page that returns the person here afterwards. */
  onLeave: (path: string) => void
}

/** For a person who is not signed in: they register, or sign in if they have an account. Both return to the link. */
export function WhoAreYou({ token, link, onLeave }: WhoAreYouProps) {
  const t = useT()
  const language = useAtomValue(languageAtom)
  const registration = link.registration ? pagePath('registration.register') : null
  const login = (
    <Button
      fullWidth
      size="large"
      variant={registration ? 'outlined' : 'contained'}
      onClick={() => onLeave(`/login/${encodeURIComponent(link.company.login_id)}`)}
    >
      {t('booking_links.enter.sign_in')}
    </Button>
  )
  if (!registration) return login
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Form<{ email: string }, { company: string }>
        part="booking_links"
        guard={false}
        draftKey="booking_links.email"
        initialValues={{ email: '' }}
        validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
        onSubmit={({ email }) => register(token, email.trim(), language)}
        onSuccess={({ company }) => onLeave(`${registration}?begun=1&company=${encodeURIComponent(company)}`)}
      >
        <TextInput
          name="email"
          type="email"
          label={t('core.login.email')}
          help={t('booking_links.enter.email_help')}
          autoComplete="username"
          required
        />
        <FormActions fullWidth submitLabel={t('booking_links.enter.begin')} />
      </Form>
      <Divider sx={{ my: 5 }} />
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ textAlign: 'center' }}>{t('booking_links.enter.have_account')}</Typography>
        {login}
      </Stack>
    </Paper>
  )
}
