import { Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast, useAskedClose } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

interface LoginIdDialogProps {
  company: CompanyDetail
  onClose: () => void
}

/** Changes a company's address: warns that the previous one stops working. */
export function LoginIdDialog({ company, onClose }: LoginIdDialogProps) {
  const t = useT()
  const toast = useToast()
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="sm" fullWidth aria-labelledby="company-login-id">
      <DialogTitle id="company-login-id">{t('companies.login_id.title', { name: company.name })}</DialogTitle>
      <DialogContent>
        <Form<{ login_id: string }, { data: CompanyDetail }>
          initialValues={{ login_id: company.login_id }}
          part="companies"
          validate={(values) => [check.required(values, 'login_id')]}
          onSubmit={({ login_id }) =>
            api.companies.companies.loginId({ params: { id: company.id }, body: { login_id, updated_at: company.updated_at } })
          }
          onSuccess={({ data }) => {
            void queryClient.invalidateQueries({ queryKey: ['companies'] })
            toast.success(t('companies.login_id.done', { login_id: data.login_id }))
            onClose()
          }}
        >
          <Stack sx={{ gap: 4, pt: 1 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('companies.login_id.text', { login_id: company.login_id })}</Typography>
            <TextInput name="login_id" label={t('companies.field.login_id')} help={t('companies.login_id.help')} maxLength={60} required />
            <FormActions submitLabel={t('companies.login_id.action')} onCancel={onClose} />
          </Stack>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
