import { Box, Stack, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { api, queryClient, useApiQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import { check, CheckInput, ColorInput, ErrorState, Form, FormActions, LoadingState, TextInput, useFormState, useToast } from '#web/ui'
import { usePluginWords } from '../plugin_words.js'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import type { PluginFacts } from './PluginSwitches.js'

const REQUIRED = ['name', 'legal_name', 'sender_name', 'street', 'postal_code', 'city', 'country'] as const
/** The plugins that nearly every company starts with. */
const USUAL = ['learning', 'certificates', 'people', 'reports', 'external_courses', 'terms', 'support', 'groups']
const COLORS = { primary_color: '#2F4858', secondary_color: '#7A8B99' }

interface Values {
  login_id: string
  core: Record<(typeof REQUIRED)[number] | keyof typeof COLORS, string>
  plugins: Record<string, boolean>
}

interface NewCompanyProps {
  onDone: (company: CompanyDetail) => void
  onCancel: () => void
}

/** A new company: its required fields. Everything else is on its own pages. */
export function NewCompany({ onDone, onCancel }: NewCompanyProps) {
  const query = useApiQuery(['companies', 'plugins', 'new'], async () => {
    const [answer] = await Promise.all([api.companies.plugins.choices({}), loadMessages('settings')])
    return answer
  })
  if (query.error) return <ErrorState error={query.error} part="companies" onRetry={() => void query.refetch()} />
  if (!query.data) return <LoadingState shape="rows" count={8} />
  return <NewForm plugins={query.data.data.plugins} onDone={onDone} onCancel={onCancel} />
}

const LONGEST_LOGIN_ID = 60

/** A name in the form of an address: `Zeeland Maritiem B.V.` → `zeeland-maritiem-b-v`. */
const loginIdOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_LOGIN_ID)
    .replace(/^-|-$/g, '')

/** Fields that usually follow from the name are filled in with it until somebody edits them. */
function FollowsName() {
  const { valueOf, setValue } = useFormState()
  const name = String(valueOf('core.name'))
  const before = useRef(name)
  useEffect(() => {
    const was = before.current
    if (was === name) return
    before.current = name
    const follow = (field: string, of: (name: string) => string) => valueOf(field) === of(was) && setValue(field, of(name))
    for (const field of ['core.legal_name', 'core.sender_name']) follow(field, (same) => same)
    follow('login_id', loginIdOf)
  }, [name, valueOf, setValue])
  return null
}

/** The person ticks the requirements of a plugin; the server reports a missing one. */
function NewForm({ plugins, onDone, onCancel }: NewCompanyProps & { plugins: PluginFacts[] }) {
  const t = useT()
  const toast = useToast()
  const { nameOf } = usePluginWords()
  const empty = Object.fromEntries(REQUIRED.map((key) => [key, ''])) as Record<(typeof REQUIRED)[number], string>
  return (
    <Form<Values, { data: CompanyDetail }>
      initialValues={{
        login_id: '',
        core: { ...empty, ...COLORS },
        plugins: Object.fromEntries(plugins.map(({ id }) => [id, USUAL.includes(id)])),
      }}
      part="companies"
      draftKey="companies.new"
      validate={(values) => [check.required(values, 'login_id'), ...REQUIRED.map((key) => check.required(values, `core.${key}`))]}
      onSubmit={({ login_id, core, plugins: chosen }) =>
        api.companies.companies.create({
          body: { login_id, settings: { core }, plugins: Object.keys(chosen).filter((id) => chosen[id]) },
        })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['companies'] })
        toast.success(t('companies.new.done', { name: data.name }))
        onDone(data)
      }}
    >
      <FollowsName />
      <Stack sx={{ gap: 4 }}>
        {(['name', 'legal_name', 'sender_name'] as const).map((key) => (
          <TextInput key={key} name={`core.${key}`} label={t(`core.settings.${key}`)} maxLength={200} required />
        ))}
        <TextInput
          name="login_id"
          label={t('companies.field.login_id')}
          help={t('companies.login_id.help')}
          maxLength={LONGEST_LOGIN_ID}
          required
        />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          {(['street', 'postal_code', 'city', 'country'] as const).map((key) => (
            <TextInput key={key} name={`core.${key}`} label={t(`core.settings.${key}`)} maxLength={200} required />
          ))}
          {(['primary_color', 'secondary_color'] as const).map((key) => (
            <ColorInput key={key} name={`core.${key}`} label={t(`core.settings.${key}`)} required />
          ))}
        </Box>
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
          <Typography component="legend" sx={{ fontWeight: 600, mb: 1, p: 0 }}>
            {t('companies.plugins.title')}
          </Typography>
          <Box sx={{ display: 'grid', columnGap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {plugins.map(({ id }) => (
              <CheckInput key={id} name={`plugins.${id}`} label={nameOf(id)} />
            ))}
          </Box>
        </Box>
        <FormActions submitLabel={t('companies.new.add')} onCancel={onCancel} />
      </Stack>
    </Form>
  )
}
