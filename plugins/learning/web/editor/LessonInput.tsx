import { MenuItem, OutlinedInput, Select } from '@mui/material'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { FieldFrame, useControl } from '#web/ui'
import { nameOf } from './DraftPage.js'

interface LessonInputProps {
  draft: Draft
  name: string
  label: string
  /** The lesson that applies when none is chosen. */
  none: string
  help: string
}

/** The page of the course that explains something; null when none is chosen. */
export function LessonInput({ draft, name, label, none, help }: LessonInputProps) {
  const { id, value, setValue, invalid } = useControl(name)
  const pages = draft.outline.modules
    .flatMap(({ activities }) => activities)
    .filter(({ key }) => draft.activities[key]?.type === 'richtext')
    .map(({ key }) => ({ key, title: nameOf(draft.activities[key]!.title, draft.course.languages, key) }))
  const known = pages.some(({ key }) => key === value)
  return (
    <FieldFrame name={name} label={label} help={help}>
      <Select
        id={`${id}-select`}
        displayEmpty
        value={(value as string | null) ?? ''}
        onChange={(event) => setValue(event.target.value || null)}
        input={<OutlinedInput />}
        SelectDisplayProps={{ id, 'aria-invalid': invalid, 'aria-label': label }}
      >
        <MenuItem value="">{none}</MenuItem>
        {value && !known ? <MenuItem value={value as string}>{value as string}</MenuItem> : null}
        {pages.map(({ key, title }) => (
          <MenuItem key={key} value={key}>
            {title}
          </MenuItem>
        ))}
      </Select>
    </FieldFrame>
  )
}
