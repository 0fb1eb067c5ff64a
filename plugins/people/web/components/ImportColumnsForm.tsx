import { Box, MenuItem, TextField } from '@mui/material'
import { api, queryClient, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import type { ImportView } from '../../server/services/import_service.js'

const FIELDS = ['firstname', 'lastname', 'email', 'birthdate', 'language'] as const
const NEEDED = new Set<string>(['firstname', 'lastname', 'email'])
const NONE = ''

/** Which column of the file is which; a change looks at each line anew. */
export function ImportColumnsForm({ view }: { view: ImportView }) {
  const t = useT()
  const save = useApiMutation((columns: ImportView['columns']) => api.people.imports.columns({ params: { id: view.id }, body: columns }), {
    onSuccess: ({ data }) => queryClient.setQueryData(['people', 'import', view.id], { data }),
  })
  const columns = save.isPending && save.variables ? save.variables : view.columns
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '1fr 1fr 1fr' } }}>
      {FIELDS.map((field) => (
        <TextField
          key={field}
          select
          label={t(`people.column.${field}`)}
          value={columns[field] ?? NONE}
          required={NEEDED.has(field)}
          error={NEEDED.has(field) && columns[field] === null}
          helperText={NEEDED.has(field) && columns[field] === null ? t('people.rules.required') : undefined}
          onChange={({ target }) => save.mutate({ ...view.columns, [field]: target.value === NONE ? null : Number(target.value) })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value={NONE}>{t('people.import.no_column')}</MenuItem>
          {view.head.map((name, place) => (
            <MenuItem key={place} value={place}>
              {name || t('people.import.unnamed', { number: place + 1 })}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  )
}
