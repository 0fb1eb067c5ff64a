import { Alert, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, Icon, TextInput } from '#web/ui'
import { isSupportOpen } from '../../contract/hours.js'

interface Values {
  email: string
  subject: string
  message: string
}

interface QuestionFormProps {
  /** Address of the signed-in person; null asks a visitor for theirs. */
  email: string | null
  /** The page on which it is asked. */
  page: string
  onLeave?: () => void
}

/** A question to support, and the confirmation (specification, section 4). */
export function QuestionForm({ email, page, onLeave }: QuestionFormProps) {
  const t = useT()
  const [sent, setSent] = useState<string | null>(null)
  if (sent !== null) return <Thanks email={sent} onAgain={() => setSent(null)} {...(onLeave && { onLeave })} />
  return (
    <Stack sx={{ gap: 4 }}>
      {!isSupportOpen() && <Alert severity="info">{t('support.ask.closed')}</Alert>}
      <Form<Values, unknown>
        part="support"
        guard={false}
        draftKey={email === null ? 'support.visitor' : 'support.ask'}
        initialValues={{ email: email ?? '', subject: '', message: '' }}
        validate={(values) => [
          ...(email === null ? [check.when(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email.trim()), 'email', 'invalid_email')] : []),
          check.when(!values.subject.trim(), 'subject', 'invalid_subject'),
          check.when(!values.message.trim(), 'message', 'invalid_message'),
        ]}
        onSubmit={(values) => {
          const question = { subject: values.subject, message: values.message, url: page }
          return email === null
            ? request('/public/feedback/public/create', { method: 'POST', body: { ...question, email: values.email.trim() } })
            : request('/public/feedback/create', { method: 'POST', body: question })
        }}
        onSuccess={(_answer, values) => setSent(email ?? values.email.trim())}
      >
        {email === null && (
          <TextInput name="email" type="email" label={t('support.column.email')} autoComplete="email" maxLength={254} required />
        )}
        <TextInput name="subject" label={t('support.column.subject')} maxLength={200} required />
        <TextInput name="message" label={t('support.column.message')} rows={6} maxLength={5000} required />
        <FormActions fullWidth submitLabel={t('support.ask.send')} />
      </Form>
    </Stack>
  )
}

function Thanks({ email, onAgain, onLeave }: { email: string; onAgain: () => void; onLeave?: () => void }) {
  const t = useT()
  return (
    <Stack role="status" sx={{ gap: 3, alignItems: 'center', textAlign: 'center', py: 6 }}>
      <Icon name="success" sx={{ fontSize: 48, color: 'success.main' }} />
      <Typography variant="h2">{t('support.thanks.title')}</Typography>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t(isSupportOpen() ? 'support.thanks.text' : 'support.thanks.text_closed', { email })}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
        {onLeave && (
          <Button variant="contained" onClick={onLeave}>
            {t('support.thanks.close')}
          </Button>
        )}
        <Button color="inherit" onClick={onAgain}>
          {t('support.thanks.again')}
        </Button>
      </Stack>
    </Stack>
  )
}
