import { Paper } from '@mui/material'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { goTo } from '#web/session'
import { check, Form, FormActions, TextInput } from '#web/ui'

/** /aanmelden/bevestigen: the account is used beyond this company, so its password is requested once. */
export default function ConfirmPage() {
  const t = useT()
  return (
    <VisitorFrame title={t('directory.confirm.title')} text={t('directory.confirm.text')}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Form<{ password: string }, { to: string }>
          part="directory"
          guard={false}
          initialValues={{ password: '' }}
          validate={(values) => [check.required(values, 'password')]}
          onSubmit={({ password }) => request<{ to: string }>('/api/directory/confirm', { method: 'POST', body: { password } })}
          onSuccess={({ to }) => goTo(to)}
        >
          <TextInput
            name="password"
            type="password"
            label={t('directory.confirm.password')}
            autoComplete="current-password"
            required
            autoFocus
          />
          <FormActions fullWidth submitLabel={t('directory.confirm.submit')} />
        </Form>
      </Paper>
    </VisitorFrame>
  )
}
