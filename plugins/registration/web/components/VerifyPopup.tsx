import { Button, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect, useId, useState } from 'react'
import type { RegistrationField } from '#core/contract/registration'
import { request } from '#web/api'
import { useT } from '#web/i18n'
import { emailVerified, languageAtom, signOut, useUser } from '#web/session'
import {
  check,
  checkExtra,
  checkName,
  emptyExtra,
  ExtraFields,
  extraToSend,
  Form,
  FormActions,
  NameInputs,
  nameValues,
  softBreaks,
  useToast,
  type ExtraValues,
  type NameValues,
} from '#web/ui'
import { digitsOf, verify, type Sent } from '../calls.js'
import { ResendCode, CodeField } from './CodeField.js'

/** Names of a person who has entered none yet (specification, section 4). */
const isPlaceholder = (firstname: string, lastname: string) => firstname === 'voornaam' && lastname === 'achternaam'
const sendCode = () => request<Sent>('/api/registration/code', { method: 'POST', body: {} })

interface Values extends NameValues {
  extra: ExtraValues
  code: string
}

/** The registration popup (specification, section 4), for people who are not verified. */
export default function VerifyPopup({ onDone }: { onDone: () => void }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const user = useUser()
  const language = useAtomValue(languageAtom)
  const isInvite = user.registration_type === 'invite'
  const [fields, setFields] = useState<RegistrationField[] | null>(null)
  const [step, setStep] = useState(isInvite || isPlaceholder(user.firstname, user.lastname) ? 0 : 1)
  useEffect(() => {
    void request<{ data: { fields: RegistrationField[] } }>('/api/registration/own').then(
      ({ data }) => setFields(data.fields),
      () => setFields([]),
    )
    // An invited person enters the code with the details, others afterwards: a person who starts there needs it now.
    if (step === 1 || isInvite) void sendCode().catch(() => undefined)
    // Once, when the popup opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (!fields) return null
  const finish = () => {
    toast.success(t('registration.popup.verified'))
    onDone()
    emailVerified.emit()
  }
  const names = nameValues(isPlaceholder(user.firstname, user.lastname) ? undefined : user)
  const send = ({ firstname, infix, lastname, extra, code }: Values) =>
    request(isInvite ? '/invite/update' : '/register/update', {
      method: 'POST',
      body: {
        firstname,
        infix,
        lastname,
        language,
        metadata: JSON.stringify({ company: user.company_name, extra: extraToSend(extra) }),
        code: isInvite ? digitsOf(code) : '',
      },
    })
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('registration.popup.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>
          {t(step === 0 && !isInvite ? 'registration.popup.details_text' : 'registration.popup.code_text')}
        </Typography>
        <Typography sx={{ fontWeight: 600, mb: 4, overflowWrap: 'anywhere' }}>{softBreaks(user.email)}</Typography>
        {step === 0 ? (
          <Form<Values, unknown>
            key="details"
            part="registration"
            guard={false}
            draftKey="registration.popup"
            initialValues={{ ...names, extra: emptyExtra(fields), code: '' }}
            validate={(values) => [
              checkName(values),
              ...checkExtra(fields, values.extra),
              check.when(isInvite && !/^\d{6}$/.test(digitsOf(values.code)), 'code', 'incorrect_code'),
            ]}
            onSubmit={send}
            onSuccess={() => (isInvite ? finish() : setStep(1))}
          >
            <NameInputs own stacked />
            <ExtraFields fields={fields} />
            {isInvite && <CodeField />}
            <FormActions fullWidth submitLabel={t(isInvite ? 'registration.popup.confirm' : 'core.actions.next')} />
            {isInvite && <ResendCode onSend={sendCode} />}
          </Form>
        ) : (
          <Form<{ code: string }, unknown>
            key="code"
            part="registration"
            guard={false}
            initialValues={{ code: '' }}
            validate={(values) => [check.when(!/^\d{6}$/.test(digitsOf(values.code)), 'code', 'incorrect_code')]}
            onSubmit={({ code }) => verify(code)}
            onSuccess={finish}
          >
            <CodeField autoFocus />
            <FormActions fullWidth submitLabel={t('registration.popup.confirm')} />
            <ResendCode onSend={sendCode} />
            <Button onClick={() => setStep(0)}>{t('registration.popup.back')}</Button>
          </Form>
        )}
        <Stack sx={{ mt: 2 }}>
          <Button color="inherit" onClick={() => void signOut()}>
            {t('core.nav.logout')}
          </Button>
        </Stack>
      </DialogContent>
    </Dialog>
  )
}
