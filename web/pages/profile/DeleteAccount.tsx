import { Alert, Box, Button, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { signOut } from '#web/session'
import { check, FormActions, LoadingState, PlainForm, Section, TextInput } from '#web/ui'

/** Deletes the account for good: says what is deleted and what is kept, and asks for the password. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Section title={t('core.profile.delete')} text={t('core.profile.delete_text')} anchor="delete">
      <Box>
        <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
          {t('core.profile.delete_open')}
        </Button>
      </Box>
      {open && <DeleteDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const query = useApiQuery(['core', 'deletion'], () => api.core.account.deletion({}), { staleTime: 0 })
  const facts = query.data?.data
  const hindrance = !hasPassword ? t('core.errors.no_password') : facts?.refused ? t(`core.errors.${facts.refused.code}`) : null
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('core.profile.delete_question')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        {!facts && <LoadingState count={3} />}
        {facts && (
          <Stack sx={{ gap: 4 }}>
            {facts.companies.length > 1 && (
              <Alert severity="warning">{t('core.profile.delete_companies', { companies: format.list(facts.companies) })}</Alert>
            )}
            <Points title={t('core.profile.delete_goes')} text={t('core.profile.delete_goes_text')} />
            <Points title={t('core.profile.delete_stays')} text={t('core.profile.delete_stays_text')} />
            {hindrance ? (
              <>
                <Alert severity="error">{hindrance}</Alert>
                <Button variant="outlined" color="inherit" onClick={onClose} sx={{ alignSelf: 'flex-end' }}>
                  {t('core.actions.close')}
                </Button>
              </>
            ) : (
              <PlainForm<{ current: string }, unknown>
                initialValues={{ current: '' }}
                validate={(values) => [check.required(values, 'current')]}
                onSubmit={({ current }) => api.core.account.destroy({ body: { current } })}
                onSuccess={() => void signOut({ deleted: true })}
              >
                <TextInput
                  name="current"
                  type="password"
                  label={t('core.profile.password_yours')}
                  help={t('core.profile.delete_password_help')}
                  autoComplete="current-password"
                  required
                />
                <FormActions destructive submitLabel={t('core.profile.delete_confirm')} onCancel={onClose} />
              </PlainForm>
            )}
          </Stack>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** A heading with a line for each point. */
function Points({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 5, color: 'text.secondary' }}>
        {text.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </div>
  )
}
