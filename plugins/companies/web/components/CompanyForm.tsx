import { Box, Stack, Typography } from '@mui/material'
import { useEffect, useState, type ReactNode } from 'react'
import { api, queryClient, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, ColorInput, Form, FormActions, TextInput, useFormState, useToast } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { BrandPreview } from './BrandPreview.js'
import { ConflictNotice } from './ConflictNotice.js'

const TEXTS = [
  'name',
  'legal_name',
  'abbreviation',
  'sender_name',
  'street',
  'postal_code',
  'city',
  'country',
  'primary_color',
  'secondary_color',
  'tag_manager_id',
] as const
const FLAGS = ['catalogue_access', 'sir_member', 'exam_provider', 'no_direct_communication', 'platform_branding'] as const
const OPTIONAL: readonly string[] = ['abbreviation', 'tag_manager_id']
const REQUIRED = TEXTS.filter((name) => !OPTIONAL.includes(name))

type Values = Record<(typeof TEXTS)[number], string> & Record<(typeof FLAGS)[number], boolean>
const NAMES = [...TEXTS, ...FLAGS] as const

const valuesOf = (company: CompanyDetail) => Object.fromEntries(NAMES.map((name) => [name, company[name] ?? ''])) as Values

/** Only what the person changed: fields that others change meanwhile are left to them. */
const changesOf = (values: Values, base: Values) =>
  Object.fromEntries(NAMES.filter((name) => values[name] !== base[name]).map((name) => [name, values[name]]))

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" sx={{ gap: 4 }}>
      <Typography variant="h3">{title}</Typography>
      {children}
    </Stack>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>{children}</Box>
)

function DirtyWatch({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const { dirty } = useFormState()
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  return null
}

interface CompanyFormProps {
  /** As it was when the panel opened; later reads do not touch what is typed. */
  company: CompanyDetail
  onDirty: (dirty: boolean) => void
}

/** Names, address, colours and settings of a company. A change of somebody else meanwhile is shown, nothing is lost. */
export function CompanyForm({ company, onDirty }: CompanyFormProps) {
  const t = useT()
  const toast = useToast()
  // What the changes are counted from, and the version that they go back with.
  const [base, setBase] = useState(company)
  const [theirs, setTheirs] = useState<CompanyDetail | null>(null)

  const onError = (error: ApiError) => {
    if (error.code !== 'changed_meanwhile') return false
    void queryClient
      .fetchQuery({
        queryKey: ['companies', 'company', String(company.id)],
        queryFn: () => Promise.resolve(api.companies.companies.show({ params: { id: company.id } })),
        staleTime: 0,
      })
      .then(({ data }) => setTheirs(data))
    return true
  }
  const onSuccess = ({ data }: { data: CompanyDetail }) => {
    setBase(data)
    setTheirs(null)
    void queryClient.invalidateQueries({ queryKey: ['companies'] })
    toast.success(t('companies.saved', { name: data.name }))
  }
  const field = (name: (typeof NAMES)[number]) => ({ name, label: t(`companies.field.${name}`) })
  const text = (name: (typeof TEXTS)[number]) => ({
    ...field(name),
    required: !OPTIONAL.includes(name),
    maxLength: OPTIONAL.includes(name) ? 20 : 200,
    autoComplete: 'off',
  })

  return (
    <Form<Values, { data: CompanyDetail }>
      initialValues={valuesOf(company)}
      part="companies"
      validate={(values) => [
        ...REQUIRED.map((name) => check.required(values, name)),
        ...(['primary_color', 'secondary_color'] as const).map((name) =>
          check.when(values[name].trim() !== '' && !/^#[0-9a-f]{6}$/i.test(values[name].trim()), name, 'regex'),
        ),
        check.when(!/^(GTM-[A-Z0-9]{4,12})?$/i.test(values.tag_manager_id.trim()), 'tag_manager_id', 'tag_manager_id'),
      ]}
      onSubmit={(values) =>
        api.companies.companies.update({
          params: { id: company.id },
          body: { ...changesOf(values, valuesOf(base)), updated_at: (theirs ?? base).updated_at },
        })
      }
      onSuccess={onSuccess}
      onError={onError}
    >
      {({ values, setValue }) => (
        <Stack sx={{ gap: 8 }}>
          <DirtyWatch onDirty={onDirty} />
          <Group title={t('companies.panel.names')}>
            <TextInput {...text('name')} />
            <TextInput {...text('legal_name')} />
            <Pair>
              <TextInput {...text('sender_name')} help={t('companies.help.sender_name')} />
              <TextInput {...text('abbreviation')} help={t('companies.help.abbreviation')} />
            </Pair>
          </Group>
          <Group title={t('companies.panel.look')}>
            <Pair>
              <ColorInput {...field('primary_color')} required help={t('companies.help.primary_color')} />
              <ColorInput {...field('secondary_color')} required help={t('companies.help.secondary_color')} />
            </Pair>
            <BrandPreview primary={values.primary_color} secondary={values.secondary_color} />
          </Group>
          <Group title={t('companies.panel.address')}>
            <TextInput {...text('street')} />
            <Pair>
              <TextInput {...text('postal_code')} />
              <TextInput {...text('city')} />
            </Pair>
            <TextInput {...text('country')} />
          </Group>
          <Group title={t('companies.panel.settings')}>
            <Stack>
              {FLAGS.map((name) => (
                <CheckInput key={name} {...field(name)} />
              ))}
            </Stack>
            <TextInput {...text('tag_manager_id')} help={t('companies.help.tag_manager_id')} />
          </Group>
          {/* Where the person just pressed: it must not appear out of sight. */}
          {theirs && (
            <ConflictNotice
              differences={NAMES.filter(
                (name) => valuesOf(theirs)[name] !== valuesOf(base)[name] && valuesOf(theirs)[name] !== values[name],
              ).map((name) => ({ name, theirs: valuesOf(theirs)[name] }))}
              onTake={(difference) => setValue(difference.name as keyof Values, difference.theirs)}
            />
          )}
          <FormActions />
        </Stack>
      )}
    </Form>
  )
}
