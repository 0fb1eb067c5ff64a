import { Alert, Box } from '@mui/material'
import { useState } from 'react'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, FormActions, PlainForm, Section, TextInput, useToast } from '#web/ui'

/** Specification, section 9. */
const MINIMUM = 8

interface Values {
  current: string
  password: string
  repeat: string
}

interface PasswordFormProps {
  email: string | null
  hasPassword: boolean
  /** It is the code that belongs to a personnel number. */
  isCode: boolean
}

/** A new password; it signs the person out everywhere else. */
export function PasswordForm({ email, hasPassword, isCode }: PasswordFormProps) {
  const t = useT()
  const toast = useToast()
  const [times, setTimes] = useState(0)
  return (
    <Section title={t(isCode ? 'core.profile.code' : 'core.profile.password')} text={t('core.profile.password_text')} anchor="password">
      {hasPassword ? (
        <PlainForm<Values, unknown>
          // Cleared after saving.
          key={times}
          initialValues={{ current: '', password: '', repeat: '' }}
          validate={(values) => [
            check.required(values, 'current'),
            check.when(values.password.length < MINIMUM, 'password', 'password_minimum'),
            check.when(values.password !== values.repeat, 'repeat', 'passwords_dont_match'),
          ]}
          onSubmit={({ current, password }) => api.core.account.password({ body: { current, password } })}
          onSuccess={() => {
            void queryClient.invalidateQueries({ queryKey: ['core', 'sessions'] })
            setTimes(times + 1)
            toast.success(t(isCode ? 'core.profile.code_saved' : 'core.profile.password_saved'))
          }}
        >
          {/* For password managers: whose password this is. */}
          <Box component="input" type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
          <TextInput
            name="current"
            type="password"
            label={t(isCode ? 'core.profile.code_current' : 'core.profile.password_current')}
            autoComplete="current-password"
            required
          />
          <TextInput
            name="password"
            type="password"
            label={t(isCode ? 'core.profile.code_new' : 'core.reset.password')}
            autoComplete="new-password"
            required
          />
          <TextInput
            name="repeat"
            type="password"
            label={t(isCode ? 'core.profile.code_repeat' : 'core.reset.repeat')}
            autoComplete="new-password"
            required
          />
          <FormActions submitLabel={t(isCode ? 'core.profile.code_save' : 'core.profile.password_save')} />
        </PlainForm>
      ) : (
        <Alert severity="info">{t('core.errors.no_password')}</Alert>
      )}
    </Section>
  )
}
