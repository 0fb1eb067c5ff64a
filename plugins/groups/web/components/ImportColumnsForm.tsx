import { Box, MenuItem, TextField } from '@mui/material'
import { useT } from '#web/i18n'
import type { ImportColumns } from '../../server/services/import.js'

const FIELDS = ['email', 'group'] as const
const NONE = ''

/** Null when neither the headings nor the person says which column it is. */
export type ChosenColumns = { [field in keyof ImportColumns]: number | null }

interface ImportColumnsFormProps {
  head: readonly string[]
  columns: ChosenColumns
  onChange: (columns: ChosenColumns) => void
}

/** Assigns the columns of the file. */
export function ImportColumnsForm({ head, columns, onChange }: ImportColumnsFormProps) {
  const t = useT()
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          select
          required
          label={t(`groups.import.column.${field}`)}
          value={columns[field] ?? NONE}
          error={columns[field] === null}
          helperText={columns[field] === null ? t('groups.import.choose_column') : undefined}
          onChange={({ target }) => onChange({ ...columns, [field]: Number(target.value) })}
        >
          {head.map((name, place) => (
            <MenuItem key={place} value={place}>
              {name || t('groups.import.unnamed', { number: place + 1 })}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  )
}
