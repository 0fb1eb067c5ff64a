import { Alert, Button, Stack, Typography } from '@mui/material'
import { FIELD_KINDS, type RegistrationField } from '#core/contract/registration'
import { queryClient, request, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import {
  CheckInput,
  ErrorState,
  Form,
  FormActions,
  LanguagesInput,
  LoadingState,
  PageHeader,
  RepeatedFields,
  Section,
  SelectInput,
  TextInput,
  useConfirm,
  useCopy,
  useToast,
} from '#web/ui'

interface Shown {
  company: { id: number; name: string }
  fields: RegistrationField[]
  version: string
  self_registration: string
  link: string | null
}

interface FieldValues {
  id: number | null
  label: Record<string, string>
  kind: string
  /** One per line. */
  options: string
  required: boolean
}

const NEW: FieldValues = { id: null, label: {}, kind: 'text', options: '', required: false }
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const valuesOf = ({ fields }: Shown) => ({
  fields: fields.map(({ options, ...field }): FieldValues => ({ ...field, options: options.join('\n') })),
})
const keyOf = (company: string) => ['registration', 'fields', company]
const path = (company: string, what: string) => `/api/registration/companies/${company}/${what}`

/** /admin/bedrijven/registratie: the registration questions and link of a company. `?id=` names the company; 0 is one's own. */
export default function FieldsPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('registration.fields.title')} text={t('registration.fields.text')} />
      <ChosenCompany
        from="/api/registration/companies"
        label={t('registration.fields.company')}
        choose={{ title: t('registration.fields.choose'), text: t('registration.fields.choose_text') }}
      >
        {(company) => <Sections company={company} />}
      </ChosenCompany>
    </>
  )
}

function Sections({ company }: { company: string }) {
  const query = useApiQuery(keyOf(company), () => request<{ data: Shown }>(path(company, 'fields')))
  if (query.error && !query.data) return <ErrorState error={query.error} part="registration" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={4} />
  return (
    <Stack key={`${company}.${query.data.data.version}`} sx={{ gap: 6 }}>
      <LinkSection company={company} shown={query.data.data} />
      <FieldsForm company={company} shown={query.data.data} />
    </Stack>
  )
}

const refresh = (company: string, answer: { data: Shown }) => queryClient.setQueryData(keyOf(company), answer)

function LinkSection({ company, shown }: { company: string; shown: Shown }) {
  const t = useT()
  const toast = useToast()
  const copy = useCopy()
  const confirm = useConfirm()
  const { link } = shown
  const renew = useApiMutation(() => request<{ data: Shown }>(path(company, 'link'), { method: 'POST', body: {} }), {
    onSuccess: (answer) => {
      refresh(company, answer)
      toast.success(t('registration.link.renewed'))
    },
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('registration.link.renew_title'),
      text: t('registration.link.renew_text'),
      confirmLabel: t('registration.link.renew'),
      destructive: true,
    })
    if (sure) renew.mutate(undefined)
  }
  return (
    <Section title={t('registration.link.title')} text={t(`registration.link.${shown.self_registration}`)}>
      {link && (
        <>
          <Typography sx={{ overflowWrap: 'anywhere', fontFamily: 'monospace' }}>{link}</Typography>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
            <Button variant="outlined" onClick={() => copy(link)}>
              {t('registration.link.copy')}
            </Button>
            <Button color="inherit" onClick={() => void ask()}>
              {t('registration.link.renew')}
            </Button>
          </Stack>
        </>
      )}
    </Section>
  )
}

function FieldsForm({ company, shown }: { company: string; shown: Shown }) {
  const t = useT()
  const toast = useToast()
  return (
    <Section title={t('registration.fields.asked')} text={t('registration.fields.asked_text')}>
      <Form<{ fields: FieldValues[] }, { data: Shown }>
        part="registration"
        initialValues={valuesOf(shown)}
        draftKey={`registration.fields.${shown.company.id}`}
        validate={({ fields }) =>
          fields.flatMap(({ label, kind, options }, index) => [
            !Object.values(label).some((text) => text.trim()) && { field: `fields.${index}.label`, rule: 'required' },
            kind === 'choice' && linesOf(options).length < 2 && { field: `fields.${index}.options`, rule: 'two_options' },
          ])
        }
        onSubmit={({ fields }) =>
          request<{ data: Shown }>(path(company, 'fields'), {
            method: 'PUT',
            body: {
              version: shown.version,
              fields: fields.map(({ id, label, kind, options, required }) => ({ id, label, kind, required, options: linesOf(options) })),
            },
          })
        }
        onSuccess={(answer) => {
          toast.success(t('registration.fields.saved'))
          refresh(company, answer)
          return { values: valuesOf(answer.data) }
        }}
      >
        {({ values }) => (
          <>
            {values.fields.length === 0 && <Alert severity="info">{t('registration.fields.none')}</Alert>}
            <RepeatedFields
              name="fields"
              label={t('registration.fields.asked')}
              labelHidden
              itemLabel={(number) => t('registration.fields.item', { number })}
              addLabel={t('registration.fields.add')}
              empty={NEW as unknown as Record<string, unknown>}
              max={50}
            >
              {(prefix, index) => <OneField prefix={prefix} field={values.fields[index] ?? NEW} />}
            </RepeatedFields>
            <FormActions sticky="section" />
          </>
        )}
      </Form>
    </Section>
  )
}

function OneField({ prefix, field: { id, kind } }: { prefix: string; field: FieldValues }) {
  const t = useT()
  return (
    <Stack sx={{ gap: 4 }}>
      <LanguagesInput name={`${prefix}label`} label={t('registration.fields.label')} maxLength={200} required />
      {id === null ? (
        <SelectInput
          name={`${prefix}kind`}
          label={t('registration.fields.kind')}
          required
          options={FIELD_KINDS.map((value) => ({ value, label: t(`registration.kind.${value}`) }))}
        />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`registration.kind.${kind}`)}
        </Typography>
      )}
      {kind === 'choice' && (
        <TextInput
          name={`${prefix}options`}
          label={t('registration.fields.options')}
          help={t('registration.fields.options_help')}
          rows={3}
          required
        />
      )}
      <CheckInput name={`${prefix}required`} label={t('registration.fields.required')} />
    </Stack>
  )
}
