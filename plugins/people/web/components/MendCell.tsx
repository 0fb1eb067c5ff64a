import { TextField } from '@mui/material'
import { useState } from 'react'
import { api, queryClient, useApiMutation } from '#web/api'

interface MendCellProps {
  /** The id of the import. */
  id: number
  line: number
  column: number
  text: string
  label: string
}

/** A bad cell, corrected in place: saved on blur or Enter. */
export function MendCell({ id, line, column, text, label }: MendCellProps) {
  const [value, setValue] = useState(text)
  const save = useApiMutation(() => api.people.imports.cell({ params: { id }, body: { line, column, text: value } }), {
    onSuccess: ({ data }) => queryClient.setQueryData(['people', 'import', id], { data }),
  })
  const done = () => {
    if (value.trim() !== text) save.mutate()
  }
  return (
    <TextField
      size="small"
      error
      value={value}
      disabled={save.isPending}
      onChange={({ target }) => setValue(target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key !== 'Escape' || value === text) return
        // Takes back what was typed, instead of closing the dialog around it.
        event.stopPropagation()
        setValue(text)
      }}
      slotProps={{ htmlInput: { 'aria-label': label, maxLength: 1000 } }}
      sx={{ minWidth: 160 }}
    />
  )
}
