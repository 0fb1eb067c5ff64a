import { Alert, Box, Typography } from '@mui/material'
import { useState } from 'react'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, FormActions, PlainForm, Section, softBreaks, TextInput, useToast } from '#web/ui'

const KEY = ['core', 'email'] as const
const clean = (code: string) => code.replaceAll(' ', '')
const isCode = (code: string) => /^\d{6}$/.test(clean(code))

interface EmailSectionProps {
  email: string | null
  hasPassword: boolean
}

/** The address to sign in with; changed after both the present and the new mailbox confirmed it. */
export function EmailSection({ email, hasPassword }: EmailSectionProps) {
  const t = useT()
  const pending = useApiQuery(KEY, () => api.core.account.email({}), { enabled: email !== null })
  // The mails are written a moment after they were requested.
  const [asked, setAsked] = useState<string | null>(null)
  const to = asked ?? pending.data?.data.pending ?? null
  const done = () => {
    setAsked(null)
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
  if (email === null)
    return (
      <Section title={t('core.profile.email')} text={t('core.profile.email_none')} anchor="email">
        {null}
      </Section>
    )
  return (
    <Section title={t('core.profile.email')} text={t('core.profile.email_text')} anchor="email">
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{softBreaks(email)}</Typography>
      {!hasPassword ? (
        <Alert severity="info">{t('core.errors.no_password')}</Alert>
      ) : to ? (
        <Confirm from={email} to={to} focused={asked !== null} onDone={done} />
      ) : (
        <Ask onAsked={setAsked} />
      )}
    </Section>
  )
}

function Ask({ onAsked }: { onAsked: (email: string) => void }) {
  const t = useT()
  return (
    <PlainForm<{ email: string; current: string }, unknown>
      initialValues={{ email: '', current: '' }}
      draftKey="profile.email"
      validate={(values) => [check.required(values, 'email'), check.email(values, 'email'), check.required(values, 'current')]}
      onSubmit={({ email, current }) => api.core.account.askEmail({ body: { email: email.trim(), current } })}
      onSuccess={(_answer, { email }) => onAsked(email.trim().toLowerCase())}
    >
      <TextInput name="email" type="email" label={t('core.profile.email_new')} autoComplete="email" required />
      <TextInput name="current" type="password" label={t('core.profile.password_yours')} autoComplete="current-password" required />
      <FormActions submitLabel={t('core.profile.email_ask')} />
    </PlainForm>
  )
}

interface ConfirmProps {
  from: string
  to: string
  /** The codes were just requested: focus the first one. */
  focused: boolean
  onDone: () => void
}

function Confirm({ from, to, focused, onDone }: ConfirmProps) {
  const t = useT()
  const toast = useToast()
  const cancel = useApiMutation(() => api.core.account.cancelEmail({}), { onSuccess: onDone })
  return (
    <PlainForm<{ old_code: string; new_code: string }, { email: string }>
      initialValues={{ old_code: '', new_code: '' }}
      neverDraft={['old_code', 'new_code']}
      validate={(values) => [
        check.when(!isCode(values.old_code), 'old_code', 'incorrect_code'),
        check.when(!isCode(values.new_code), 'new_code', 'incorrect_code'),
      ]}
      onSubmit={({ old_code, new_code }) =>
        api.core.account.confirmEmail({ body: { old_code: clean(old_code), new_code: clean(new_code) } })
      }
      onSuccess={({ email }) => {
        toast.success(t('core.profile.email_done', { email }))
        // The page identifies the person by their address: in the session, in drafts, in the menu.
        setTimeout(() => location.reload(), 1500)
        onDone()
      }}
    >
      <Alert severity="info">{t('core.profile.email_sent', { from, to })}</Alert>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextInput
          name="old_code"
          label={t('core.profile.email_code_old')}
          help={from}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          required
          autoFocus={focused}
        />
        <TextInput
          name="new_code"
          label={t('core.profile.email_code_new')}
          help={to}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          required
        />
      </Box>
      <FormActions submitLabel={t('core.profile.email_confirm')} onCancel={() => cancel.mutate(undefined)} />
    </PlainForm>
  )
}
