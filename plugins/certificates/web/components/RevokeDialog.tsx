import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast, useAskedClose } from '#web/ui'
import type { ListedCertificate } from '../../server/transformers/certificate_transformer.js'

interface RevokeDialogProps {
  certificate: ListedCertificate
  onClose: () => void
}

/** Asks for the reason before a certificate is withdrawn permanently. */
export function RevokeDialog({ certificate, onClose }: RevokeDialogProps) {
  const t = useT()
  const toast = useToast()
  const id = useId()
  const { number, course_name: course, person_name: person } = certificate
  const askedClose = useAskedClose(onClose)
  return (
    <Dialog open onClose={askedClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('certificates.revoke.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>
          {t('certificates.revoke.text', { number, course, person: person ?? t('certificates.field.erased') })}
        </Typography>
        <Form
          initialValues={{ reason: '' }}
          guard={false}
          part="certificates"
          validate={(values) => [check.required(values, 'reason')]}
          onSubmit={({ reason }) => api.certificates.revoke({ params: { id: certificate.id }, body: { reason } })}
          onSuccess={() => {
            void queryClient.invalidateQueries({ queryKey: ['certificates'] })
            toast.success(t('certificates.revoke.done', { number }))
            onClose()
          }}
        >
          <TextInput
            name="reason"
            label={t('certificates.revoke.reason')}
            help={t('certificates.revoke.reason_help')}
            rows={3}
            maxLength={1000}
            required
            autoFocus
          />
          <FormActions destructive submitLabel={t('certificates.revoke.confirm')} onCancel={onClose} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
