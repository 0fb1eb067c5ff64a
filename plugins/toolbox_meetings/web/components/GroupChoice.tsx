import { Chip, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { FieldFrame, SelectInput, useControl } from '#web/ui'

interface GroupChoiceProps {
  groups: readonly { id: number; name: string; count: number }[]
}

/** So many fit on a phone without scrolling past the rest of the form. */
const FEW = 8

/** The group of a meeting: one press for a few groups, a list for many. */
export function GroupChoice({ groups }: GroupChoiceProps) {
  const t = useT()
  const label = t('toolbox_meetings.create.group')
  const help = t('toolbox_meetings.create.group_help')
  const options = groups.map(({ id, name, count }) => ({
    value: String(id),
    label: t('toolbox_meetings.create.group_of', { name, count }),
  }))
  if (groups.length > FEW) return <SelectInput name="group" label={label} help={help} options={options} />
  return <GroupChips label={label} help={help} options={options} />
}

interface GroupChipsProps {
  label: string
  help: string
  options: { value: string; label: string }[]
}

/** Pressing the chosen group again removes the choice. */
function GroupChips({ label, help, options }: GroupChipsProps) {
  const { value, setValue, describedBy } = useControl('group', help)
  return (
    <FieldFrame name="group" label={label} help={help} group>
      <Stack direction="row" role="group" aria-label={label} aria-describedby={describedBy} sx={{ flexWrap: 'wrap', gap: 2 }}>
        {options.map((option) => (
          <Chip
            key={option.value}
            label={option.label}
            variant={value === option.value ? 'filled' : 'outlined'}
            color={value === option.value ? 'primary' : 'default'}
            aria-pressed={value === option.value}
            onClick={() => setValue(value === option.value ? '' : option.value)}
            sx={{ minHeight: 40 }}
          />
        ))}
      </Stack>
    </FieldFrame>
  )
}
