import { Autocomplete, TextField } from '@mui/material'
import { FieldFrame, useControl, type FieldProps } from '#web/ui'

/** Free-text tags: typed, and finished with Enter. */
export function TagsInput(field: FieldProps) {
  const { id, value, setValue, describedBy, invalid } = useControl(field.name, field.help)
  return (
    <FieldFrame {...field}>
      <Autocomplete
        id={id}
        multiple
        freeSolo
        options={[] as string[]}
        value={(value as string[] | undefined) ?? []}
        onChange={(_event, next) => setValue([...new Set(next.map((tag) => tag.trim()).filter(Boolean))])}
        renderInput={(params) => <TextField {...params} error={invalid} aria-describedby={describedBy} hiddenLabel size="small" />}
      />
    </FieldFrame>
  )
}
