import { useT } from '#web/i18n'
import { ChipChoice, FieldFrame, type Option, SelectInput, useControl } from '#web/ui'

interface GroupChoiceProps {
  groups: readonly { id: number; name: string; count: number }[]
}

/** More groups than this are shown as a list: their chips would push the rest of the form off the screen of a phone. */
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
  options: readonly Option[]
}

/** Pressing the chosen group again removes the choice. */
function GroupChips({ label, help, options }: GroupChipsProps) {
  const { value, setValue, describedBy } = useControl('group', help)
  return (
    <FieldFrame name="group" label={label} help={help} group>
      <ChipChoice
        label={label}
        options={options}
        value={String(value)}
        onChoose={(chosen) => setValue(chosen === value ? '' : chosen)}
        describedBy={describedBy}
      />
    </FieldFrame>
  )
}
