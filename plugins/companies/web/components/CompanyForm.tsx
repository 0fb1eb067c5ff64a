import { Stack } from '@mui/material'
import { useEffect } from 'react'
import type { SettingsByPlugin } from '#core/contract/settings'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { checkSettings, Form, FormActions, SettingsFields, settingsToForm, settingsToSend, useFormState, useToast } from '#web/ui'
import type { SettingsFormValues } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { BrandPreview } from './BrandPreview.js'
import { ImageUpload } from './ImageUpload.js'

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

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Everything that core and the plugins declare of a company. A change of somebody else meanwhile is shown, nothing is lost. */
export function CompanyForm({ company, onDirty }: CompanyFormProps) {
  const t = useT()
  const toast = useToast()
  const { fields } = company
  const valuesOf = (settings: SettingsByPlugin) => settingsToForm(fields, settings)
  return (
    <Form<SettingsFormValues, { data: CompanyDetail }>
      initialValues={valuesOf(company.settings)}
      version={company.updated_at}
      valuesOf={(current) => valuesOf(current as SettingsByPlugin)}
      draftKey={`companies.${company.id}`}
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
      {({ values }) => (
        <Stack sx={{ gap: 8 }}>
          <DirtyWatch onDirty={onDirty} />
          <SettingsFields
            description={fields}
            image={(plugin, field, label, help) => (
              <ImageUpload company={company} plugin={plugin} field={field.key} label={label} help={help} />
            )}
            under={{
              'core.look': <BrandPreview primary={text(values.core?.primary_color)} secondary={text(values.core?.secondary_color)} />,
            }}
          />
          <FormActions />
        </Stack>
      )}
    </Form>
  )
}
