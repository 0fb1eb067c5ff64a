import { Stack } from '@mui/material'
import type { SettingsByPlugin } from '#core/contract/settings'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { visibleSettings, checkSettings, Form, FormActions, SettingsFields, settingsToForm, settingsToSend, useToast } from '#web/ui'
import type { SettingsFormValues } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { Anchors } from './Anchors.js'
import { LookPreview } from './LookPreview.js'
import { RetentionPreview } from './RetentionPreview.js'
import { ImageUpload } from './ImageUpload.js'

/** The groups on the profile page: the names and the look of a company. All other groups are settings. */
const PROFILE = new Set(['core.names', 'core.look', 'core.address'])
export type CompanyPart = 'profile' | 'settings'

interface CompanyFormProps {
  /** The values when the page opened; later reads do not change the input. */
  company: CompanyDetail
  /** The part of the form; default all of it. */
  part?: CompanyPart
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The settings of a company from core and the plugins. A concurrent change is shown; no input is lost. */
export function CompanyForm({ company, part }: CompanyFormProps) {
  const t = useT()
  const toast = useToast()
  const isShown = (plugin: string, group: string) => !part || PROFILE.has(`${plugin}.${group}`) === (part === 'profile')
  const fields = company.fields
    .map((declared) => ({ ...declared, fields: declared.fields.filter(({ group }) => isShown(declared.plugin, group)) }))
    .filter((declared) => declared.fields.length)
  const valuesOf = (settings: SettingsByPlugin) => settingsToForm(fields, settings)
  return (
    <Form<SettingsFormValues, { data: CompanyDetail }>
      initialValues={valuesOf(company.settings)}
      version={company.updated_at}
      valuesOf={(current) => valuesOf(current as SettingsByPlugin)}
      draftKey={`companies.${company.id}${part ? `.${part}` : ''}`}
      part="companies"
      validate={(values) => checkSettings(fields, values)}
      onSubmit={(values, { version, changes }) =>
        api.companies.companies.update({
          params: { id: company.id },
          body: { settings: settingsToSend(fields, values, changes), updated_at: version! },
        })
      }
      onSuccess={({ data }) => {
        void queryClient.invalidateQueries({ queryKey: ['companies'] })
        toast.success(t('companies.saved', { name: data.name }))
        return { values: valuesOf(data.settings), version: data.updated_at }
      }}
    >
      {({ values }) => {
        const isOn = (plugin: string, flag: string) => (values[plugin]?.[flag] ?? company.settings[plugin]?.[flag]) === true
        return (
          <Stack direction={part ? { xs: 'column', md: 'row' } : 'column'} sx={{ gap: { xs: 6, md: 10 }, alignItems: 'stretch' }}>
            {part && <Anchors description={visibleSettings(fields, isOn)} />}
            <Stack sx={{ gap: 8, flex: 1, minWidth: 0, maxWidth: part ? 760 : 'none' }}>
              <SettingsFields
                description={fields}
                heading={part ? 'h2' : 'h3'}
                isOn={isOn}
                image={(plugin, field, label, help) => (
                  <ImageUpload company={company} plugin={plugin} field={field.key} label={label} help={help} />
                )}
                under={{
                  'core.look': (
                    <LookPreview
                      company={company}
                      name={text(values.core?.name)}
                      primary={text(values.core?.primary_color)}
                      secondary={text(values.core?.secondary_color)}
                    />
                  ),
                  'core.retention': <RetentionPreview company={company.id} months={values.core?.retention_months} />,
                }}
              />
              <FormActions sticky={part !== undefined} />
            </Stack>
          </Stack>
        )
      }}
    </Form>
  )
}
