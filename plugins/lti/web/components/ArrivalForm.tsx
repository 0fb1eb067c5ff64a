import { Link, Paper, Stack } from '@mui/material'
import type { RegistrationField } from '#core/contract/registration'
import { request, useApiQuery } from '#web/api'
import { languages, useT } from '#web/i18n'
import { goTo } from '#web/session'
import { PrivacyLink, VisitorFrame, pagePath } from '#web/shell'
import {
  check,
  checkExtra,
  CheckInput,
  checkName,
  emptyExtra,
  ErrorState,
  ExtraFields,
  extraToSend,
  type ExtraValues,
  Form,
  FormActions,
  LoadingState,
  NameInputs,
  nameValues,
  type NameValues,
  SelectInput,
} from '#web/ui'

interface Asked {
  company: { name: string; login_id: string }
  source: string
  course: string | null
  person: { firstname: string; infix: string | null; lastname: string; email: string | null; language: string }
  fields: RegistrationField[]
}
interface Values extends NameValues {
  language: string
  extra: ExtraValues
  agreed: boolean
}

/** The registration screen of a launch: name, language, questions of the company, and its terms. */
export function ArrivalForm({ sealed }: { sealed: string }) {
  const t = useT()
  const asked = useApiQuery(['lti', 'arrival', sealed], () =>
    request<{ data: Asked }>('/api/lti/arrivals/asked', { method: 'POST', body: { sealed } }),
  )
  if (asked.error)
    return asked.error.status === 409 ? (
      <VisitorFrame title={t('lti.arrive.over')} text={t('lti.arrive.over_text')} />
    ) : (
      <ErrorState asPage error={asked.error} part="lti" onRetry={() => void asked.refetch()} />
    )
  if (!asked.data) return <LoadingState shape="page" count={2} />
  const { company, source, course, person, fields } = asked.data.data
  const terms = pagePath('terms.viewer')
  const text = t(course ? 'lti.arrive.text_course' : 'lti.arrive.text', { source, course: course ?? '', company: company.name })
  return (
    <VisitorFrame title={t('lti.arrive.heading', { company: company.name })} text={text}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Form<Values, { path: string }>
          part="lti"
          guard={false}
          initialValues={{ ...nameValues(person), language: person.language, extra: emptyExtra(fields), agreed: false }}
          validate={(values) => [
            checkName(values),
            ...checkExtra(fields, values.extra),
            check.when(!values.agreed, 'agreed', 'agreed_mandatory'),
          ]}
          onSubmit={({ firstname, infix, lastname, language, extra, agreed }) => {
            const metadata = JSON.stringify({ extra: extraToSend(extra) })
            return request('/api/lti/arrivals/register', {
              method: 'POST',
              body: { sealed, firstname, infix, lastname, language, metadata, agreed },
            })
          }}
          onSuccess={({ path }) => goTo(path, { replace: true })}
        >
          <NameInputs own />
          <SelectInput
            name="language"
            label={t('lti.arrive.language')}
            required
            options={languages.map(({ code, nativeName }) => ({ value: code, label: nativeName }))}
          />
          <ExtraFields fields={fields} />
          <CheckInput name="agreed" required label={t('lti.arrive.agreed')} />
          <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 5, rowGap: 2, alignItems: 'baseline' }}>
            {terms && (
              <Link href={`${terms}?company=${encodeURIComponent(company.login_id)}`} target="_blank" rel="noreferrer" variant="body2">
                {t('lti.arrive.read_terms')}
              </Link>
            )}
            <PrivacyLink />
          </Stack>
          <FormActions fullWidth submitLabel={t(course ? 'lti.arrive.submit_course' : 'lti.arrive.submit')} />
        </Form>
      </Paper>
    </VisitorFrame>
  )
}
