import { Button, Divider, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import type { Language } from '#core/contract/languages'
import { useT } from '#web/i18n'
import { languageAtom } from '#web/session'
import { check, Form, FormActions, TextInput } from '#web/ui'
import { pagePath } from './pages.js'

export interface RegisterOrSignInProps {
  /** The plugin whose words for errors are tried first. */
  part: string
  /** The login id of the company of this page. */
  loginId: string
  /** Whether people without an account may register here. Otherwise they only sign in. */
  mayRegister?: boolean
  /** Key under which a typed address survives a reload. */
  draftKey?: string
  /** Starts a registration. @returns the login ID of its company */
  onRegister: (email: string, language: Language) => PromiseLike<{ company: string }>
  /** Opens another page, which returns the person here afterwards. */
  onLeave: (path: string) => void
}

/** For a visitor of a page with a link or a key: they register, or sign in if they have an account. */
export function RegisterOrSignIn({ part, loginId, mayRegister = true, draftKey, onRegister, onLeave }: RegisterOrSignInProps) {
  const t = useT()
  const language = useAtomValue(languageAtom) as Language
  const registration = mayRegister ? pagePath('registration.register') : null
  const login = (
    <Button
      fullWidth
      size="large"
      variant={registration ? 'outlined' : 'contained'}
      onClick={() => onLeave(`/login/${encodeURIComponent(loginId)}`)}
    >
      {t('core.visitor.sign_in')}
    </Button>
  )
  if (!registration) return login
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Form<{ email: string }, { company: string }>
        part={part}
        guard={false}
        {...(draftKey && { draftKey })}
        initialValues={{ email: '' }}
        validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
        onSubmit={({ email }) => onRegister(email.trim(), language)}
        onSuccess={({ company }) => onLeave(`${registration}?begun=1&company=${encodeURIComponent(company)}`)}
      >
        <TextInput
          name="email"
          type="email"
          label={t('core.login.email')}
          help={t('core.visitor.email_help')}
          autoComplete="username"
          required
        />
        <FormActions fullWidth submitLabel={t('core.visitor.begin')} />
      </Form>
      <Divider sx={{ my: 5 }} />
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ textAlign: 'center' }}>{t('core.visitor.have_account')}</Typography>
        {login}
      </Stack>
    </Paper>
  )
}
