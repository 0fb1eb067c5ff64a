import { Box, MenuItem, TextField, Typography } from '@mui/material'
import { api, queryClient, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import type { ImportView } from '../../server/services/import_service.js'

const NONE = ''
const HELP: Partial<Record<ImportView['fields'][number], string>> = {
  infix: 'people.import.infix_help',
  full_name: 'people.import.full_name_help',
  course: 'people.import.course_help',
  groups: 'people.import.groups_help',
  manager: 'people.import.manager_help',
}

type Assigned = Pick<ImportView, 'columns' | 'fields' | 'target'>

/**
 * The fields that need a column: an address or a personnel number, and in a file of new people one name. A file that may name people who
 * exist needs no name; a file of members of several groups needs those.
 */
const neededOf = ({
  target,
  fields,
  columns: { firstname, lastname, full_name: whole = null, personnel_number: number = null },
}: Assigned) => [
  ...(target === 'people' && firstname === null && lastname === null && whole === null ? (['firstname', 'lastname'] as const) : []),
  ...(number === null ? (['email'] as const) : []),
  ...(target === 'members' && fields.includes('groups') ? (['groups'] as const) : []),
]
/** The ones among them without a column. */
export const columnsMissing = (view: Assigned) => neededOf(view).filter((field) => (view.columns[field] ?? null) === null)

/** Assigns columns of the file to fields; each change checks every line again. */
export function ImportColumnsForm({ view }: { view: ImportView }) {
  const t = useT()
  const format = useFormat()
  const save = useApiMutation((columns: ImportView['columns']) => api.people.imports.columns({ params: { id: view.id }, body: columns }), {
    // Sends all columns each time, so that a second change does not lose a first one that is still being saved.
    inTurn: `people.import.${view.id}`,
    onSuccess: ({ data }) => queryClient.setQueryData(['people', 'import', view.id], { data }),
  })
  const columns = save.isPending && save.variables ? save.variables : view.columns
  const needed = new Set<string>(neededOf({ ...view, columns }))
  const missing = new Set<string>(columnsMissing({ ...view, columns }))
  const taken = new Set(Object.values(columns))
  const left = view.head.filter((name, place) => name && !taken.has(place))
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '1fr 1fr 1fr' } }}>
      {view.fields
        .filter((field) => field !== 'groups' || view.groups.on)
        .map((field) => (
          <TextField
            key={field}
            select
            label={t(`people.column.${field}`)}
            value={columns[field] ?? NONE}
            required={needed.has(field)}
            error={missing.has(field)}
            helperText={missing.has(field) ? t('people.import.choose_column') : HELP[field] && t(HELP[field])}
            onChange={({ target }) => save.mutate({ ...columns, [field]: target.value === NONE ? null : Number(target.value) })}
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
      {/* Otherwise the cells below an unknown heading would be left out unnoticed. */}
      {left.length > 0 && (
        <Typography variant="body2" sx={{ gridColumn: '1 / -1', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('people.import.columns_left', { columns: format.list(left) })}
        </Typography>
      )}
    </Box>
  )
}
