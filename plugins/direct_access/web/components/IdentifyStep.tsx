import { Button, Divider, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useT } from '#web/i18n'
import { goTo, languageAtom, storeReturnPath } from '#web/session'
import { pagePath } from '#web/shell'
import { check, Form, FormActions, TextInput } from '#web/ui'
import type { EntranceView } from '../../server/transformers/direct_access.js'
import { storeInput, register, type Given } from '../calls.js'
import { CourseChoice } from './CourseChoice.js'

interface IdentifyStepProps {
  token: string
  entrance: EntranceView
  given: Given
  onCourse: (course: number) => void
}

/** A new person starts a registration, a person with an account signs in. Both return to this page and enter. */
export function IdentifyStep({ token, entrance, given, onCourse }: IdentifyStepProps) {
  const t = useT()
  const language = useAtomValue(languageAtom)
  const { company, courses } = entrance
  const registration = pagePath('registration.register')
  if (courses.length > 1 && given.course === null) return <CourseChoice entrance={entrance} onCourse={onCourse} />
  const leaveFor = (path: string) => {
    storeInput(token, given)
    storeReturnPath(pagePath('direct_access.enter', { token }) ?? '/')
    goTo(path)
  }
  const login = (
    <Button
      fullWidth
      size="large"
      variant={registration ? 'outlined' : 'contained'}
      onClick={() => leaveFor(`/login/${encodeURIComponent(company.login_id)}`)}
    >
      {t('direct_access.enter.sign_in')}
    </Button>
  )
  if (!registration) return login
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Form<{ email: string }, { company: string }>
        part="direct_access"
        guard={false}
        draftKey="direct_access.email"
        initialValues={{ email: '' }}
        validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
        onSubmit={({ email }) => register(token, given, email.trim(), language)}
        onSuccess={({ company: loginId }) => leaveFor(`${registration}?begun=1&company=${encodeURIComponent(loginId)}`)}
      >
        <TextInput
          name="email"
          type="email"
          label={t('core.login.email')}
          help={t('direct_access.enter.email_help')}
          autoComplete="username"
          required
        />
        <FormActions fullWidth submitLabel={t('direct_access.enter.begin')} />
      </Form>
      <Divider sx={{ my: 5 }} />
      <Stack sx={{ gap: 3 }}>
        <Typography sx={{ textAlign: 'center' }}>{t('direct_access.enter.have_account')}</Typography>
        {login}
      </Stack>
    </Paper>
  )
}
