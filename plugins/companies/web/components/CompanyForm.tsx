import { Box, Link, Stack } from '@mui/material'
import type { SettingsByPlugin } from '#core/contract/settings'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import {
  anchorOf,
  askedOf,
  checkSettings,
  Form,
  FormActions,
  groupsOf,
  SettingsFields,
  settingsToForm,
  settingsToSend,
  useToast,
} from '#web/ui'
import type { SettingsFormValues } from '#web/ui'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'
import { LookPreview } from './LookPreview.js'
import { RetentionPreview } from './RetentionPreview.js'
import { ImageUpload } from './ImageUpload.js'

/** What a company is and looks like; the rest is how things go there. */
const PROFILE = new Set(['core.names', 'core.look', 'core.address'])
export type CompanyPart = 'profile' | 'settings'

interface CompanyFormProps {
  /** As it was when the page opened; later reads do not touch what is typed. */
  company: CompanyDetail
  /** Which half of it; without one everything. */
  part?: CompanyPart
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What core and the plugins declare of a company. A change of somebody else meanwhile is shown, nothing is lost. */
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
            {part && <Anchors fields={askedOf(fields, isOn)} />}
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

/** To each part of a long page. */
function Anchors({ fields }: { fields: Parameters<typeof groupsOf>[0] }) {
  const t = useT()
  return (
    <Box component="nav" aria-label={t('companies.profile.parts')} sx={{ width: { md: 220 }, flexShrink: 0 }}>
      <Stack
        component="ul"
        direction={{ xs: 'row', md: 'column' }}
        sx={{
          listStyle: 'none',
          p: 0,
          m: 0,
          gap: { xs: 4, md: 1 },
          overflowX: 'auto',
          position: { md: 'sticky' },
          top: { md: 130 },
          whiteSpace: { xs: 'nowrap', md: 'normal' },
          // On a phone the row goes on to the right: its end fades, and the last part can be moved out of that.
          pr: { xs: 8, md: 0 },
          maskImage: { xs: 'linear-gradient(to right, black calc(100% - 40px), transparent)', md: 'none' },
        }}
      >
        {groupsOf(fields).map(({ plugin, name }) => (
          <li key={`${plugin}.${name}`}>
            <Link
              href={`#${anchorOf({ plugin, name })}`}
              underline="hover"
              color="inherit"
              sx={{ display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, md: 32 }, fontSize: '0.875rem', fontWeight: 550 }}
            >
              {t(`${plugin}.settings.group_${name}`)}
            </Link>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
