import { Button, Paper, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import type { ShownLinking } from '../../server/services/linking.js'
import { check, Form, FormActions, Icon, LoadingState, TextInput } from '#web/ui'

/**
 * /lti/koppelen: another system says that a person has an address, and an account exists at it. A password is entered in a window of ours
 * only.
 */
export default function LinkPage() {
  const t = useT()
  // The data is behind the #: no server log contains it.
  const [sealed] = useState(() => location.hash.slice(1))
  const [done, setDone] = useState(false)
  const known = useApiQuery(['lti', 'linking', sealed], () =>
    request<{ data: ShownLinking }>('/api/lti/linking', { method: 'POST', body: { sealed } }),
  )
  if (known.error) return <VisitorFrame title={t('lti.link.over_title')} text={t('lti.link.over')} />
  if (!known.data) return <LoadingState shape="rows" count={2} />
  if (done) return <VisitorFrame title={t('lti.link.done')} text={t('lti.link.done_text')} />
  const isFramed = window.self !== window.top
  const { by_confirming: byConfirming, ...words } = known.data.data
  return (
    <VisitorFrame
      title={t('lti.link.title')}
      text={t(byConfirming ? 'lti.link.confirm_text' : 'lti.link.text', { ...words, email: words.email ?? '' })}
    >
      {isFramed ? (
        <Stack sx={{ gap: 3, alignItems: 'center' }}>
          <Button variant="contained" size="large" startIcon={<Icon name="external" />} href={location.href} target="_blank" rel="noopener">
            {t(byConfirming ? 'lti.link.confirm_window' : 'lti.link.window')}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
            {t('lti.link.window_text')}
          </Typography>
        </Stack>
      ) : (
        <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
          <Form<{ password: string }, unknown>
            part="lti"
            guard={false}
            initialValues={{ password: '' }}
            validate={(values) => (byConfirming ? [] : [check.required(values, 'password')])}
            onSubmit={({ password }) => request('/api/lti/link', { method: 'POST', body: { sealed, ...(!byConfirming && { password }) } })}
            onSuccess={() => setDone(true)}
          >
            {!byConfirming && (
              <TextInput
                name="password"
                type="password"
                label={t('lti.link.password')}
                autoComplete="current-password"
                required
                autoFocus
              />
            )}
            <FormActions fullWidth submitLabel={t('lti.link.submit')} />
          </Form>
        </Paper>
      )}
    </VisitorFrame>
  )
}
