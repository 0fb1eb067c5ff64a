import { Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import type { ImportView } from '../../server/services/import_service.js'

/** The start of the list: the sheet and the line. A change reads the file again. */
export function ImportSheetChoice({ view, onRead }: { view: ImportView; onRead: (chosen: { sheet: number; heading?: number }) => void }) {
  const t = useT()
  const [line, setLine] = useState(String(view.heading_line))
  const heading = Number(line)
  const valid = Number.isInteger(heading) && heading >= 0 && heading <= 50_000
  return (
    <Box component="form" noValidate onSubmit={(event) => (event.preventDefault(), valid && onRead({ sheet: view.sheet, heading }))}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
        {t('people.import.whence_text')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start' }}>
        {view.sheets.length > 1 && (
          <TextField
            select
            label={t('people.import.sheet')}
            value={view.sheet}
            onChange={({ target }) => onRead({ sheet: Number(target.value) })}
            sx={{ minWidth: 200 }}
          >
            {view.sheets.map((name, place) => (
              <MenuItem key={place} value={place}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          label={t('people.import.heading_line')}
          value={line}
          onChange={({ target }) => setLine(target.value)}
          error={!valid}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <Button type="submit" variant="outlined" disabled={!valid || heading === view.heading_line}>
          {t('people.import.read_again')}
        </Button>
      </Box>
    </Box>
  )
}
