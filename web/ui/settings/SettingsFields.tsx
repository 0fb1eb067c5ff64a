import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { ImageSetting, Setting } from '#core/contract/settings'
import { useHasMessage, useT } from '#web/i18n'
import { CheckInput, SelectInput } from '../form/choice_inputs.js'
import { ColorInput } from '../form/ColorInput.js'
import { DayInput } from '../form/DayInput.js'
import { LanguagesInput } from '../form/LanguagesInput.js'
import { TextInput } from '../form/TextInput.js'
import { InTurns } from '../InTurns.js'
import { visibleSettings, type SettingsDescription } from './setting_values.js'

export interface SettingsFieldsProps {
  description: SettingsDescription
  /** Renders the field of an image, which is saved separately. */
  image: (plugin: string, field: ImageSetting, label: string, help: string | undefined) => ReactNode
  /** More content for a group, below its fields. Keyed by `<plugin>.<group>`. */
  under?: Readonly<Record<string, ReactNode>>
  /** The heading level of the groups; one below the surrounding title. */
  heading?: 'h2' | 'h3'
  /**
   * Whether a flag is on, in the form or otherwise as stored: for fields that are only asked for then. Without this function all fields are
   * shown.
   */
  isOn?: (plugin: string, flag: string) => boolean
}

/** The ID of a group's section in the page. */
export const anchorOf = ({ plugin, name }: { plugin: string; name: string }) => `${plugin}-${name}`

interface Group {
  name: string
  plugin: string
  fields: Setting[]
}

/** The groups of a form in order, for links to each (`anchorOf`). Pure. */
export function groupsOf(description: SettingsDescription): Group[] {
  const groups = new Map<string, Group>()
  for (const { plugin, fields } of description) {
    for (const field of fields) {
      const key = `${plugin}.${field.group}`
      const group = groups.get(key) ?? { name: field.group, plugin, fields: [] }
      groups.set(key, group)
      group.fields.push(field)
    }
  }
  return [...groups.values()]
}

/** The fields that plugins declare for a company, by group. For a <Form> with `settingsToForm` values. */
export function SettingsFields({ description, image, under = {}, isOn, heading = 'h3' }: SettingsFieldsProps) {
  const t = useT()
  const shown = isOn ? visibleSettings(description, isOn) : description
  return (
    <Stack sx={{ gap: 8 }}>
      <InTurns>
        {groupsOf(shown).map(({ plugin, name, fields }) => (
          // Below the top bars, which cover what scrolls under them.
          <Stack
            key={`${plugin}.${name}`}
            component="section"
            id={anchorOf({ plugin, name })}
            sx={{ gap: 4, scrollMarginTop: { xs: 120, md: 130 } }}
          >
            <Typography variant="h3" component={heading}>
              {t(`${plugin}.settings.group_${name}`)}
            </Typography>
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
              {fields.map((field) => (
                <Box
                  key={field.key}
                  sx={{
                    gridColumn: { xs: '1', sm: field.half ? 'auto' : '1 / -1' },
                    minWidth: 0,
                    ...(field.kind === 'flag' && { my: -1.5 }),
                  }}
                >
                  <SettingInput plugin={plugin} field={field} image={image} />
                </Box>
              ))}
            </Box>
            {under[`${plugin}.${name}`]}
          </Stack>
        ))}
      </InTurns>
    </Stack>
  )
}

function SettingInput({ plugin, field, image }: { plugin: string; field: Setting; image: SettingsFieldsProps['image'] }) {
  const t = useT()
  const has = useHasMessage()
  const words = `${plugin}.settings.${field.key}`
  const help = has(`${words}_help`) ? t(`${words}_help`) : undefined
  const props = { name: `${plugin}.${field.key}`, label: t(words), required: field.required ?? false, ...(help && { help }) }
  switch (field.kind) {
    case 'flag':
      return <CheckInput {...props} />
    case 'line':
    case 'text':
      return <TextInput {...props} maxLength={field.max} autoComplete="off" {...(field.kind === 'text' && { rows: 3 })} />
    case 'number':
      return <TextInput {...props} inputMode={field.decimals ? 'decimal' : 'numeric'} autoComplete="off" />
    case 'choice':
      return <SelectInput {...props} options={field.options.map((value) => ({ value, label: t(`${words}_${value}`) }))} />
    case 'color':
      return <ColorInput {...props} />
    case 'day':
      return <DayInput {...props} {...(field.min && { min: field.min })} {...(field.max && { max: field.max })} />
    case 'texts':
      return <LanguagesInput {...props} rows={field.rows ?? 1} maxLength={field.max} />
    case 'image':
      return image(plugin, field, props.label, help)
  }
}
