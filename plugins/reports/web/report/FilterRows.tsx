import { Autocomplete, Box, Button, Checkbox, IconButton, InputAdornment, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { Icon, SegmentedControl } from '#web/ui'
import {
  MAX_FILTERS,
  OPERATORS,
  operatorsOf,
  type ColumnFacts,
  type ReportDefinition,
  type ReportFilter,
} from '../../contract/definition.js'

interface FilterRowsProps {
  columns: readonly ColumnFacts[]
  definition: ReportDefinition
  onChange: (change: Partial<ReportDefinition>) => void
}

/** The filters: any number of conditions on columns, combined with "and" or "or". */
export function FilterRows({ columns, definition, onChange }: FilterRowsProps) {
  const t = useT()
  const { filters, match } = definition
  const change = (index: number, filter: ReportFilter) => onChange({ filters: filters.map((one, at) => (at === index ? filter : one)) })
  const fresh = (column: ColumnFacts): ReportFilter => ({ column: column.key, op: operatorsOf(column.kind)[0]! })
  return (
    <Stack sx={{ gap: 3 }}>
      {filters.length > 1 && (
        <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
          <Typography variant="body2" aria-hidden>
            {t('reports.filter.match')}
          </Typography>
          <SegmentedControl
            label={t('reports.filter.match')}
            options={(['all', 'any'] as const).map((value) => ({ value, label: t(`reports.filter.${value}`) }))}
            value={match}
            onChange={(value) => onChange({ match: value })}
          />
        </Stack>
      )}
      {filters.map((filter, index) => {
        const column = columns.find(({ key }) => key === filter.column) ?? columns[0]!
        return (
          // Filters have no id; with the index as the key, they keep their typed text.
          <Stack
            key={index}
            role="group"
            aria-label={t('reports.filter.nth', { number: index + 1 })}
            sx={{ gap: 3, p: 3, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}
          >
            <Stack direction="row" sx={{ gap: 2 }}>
              <TextField
                select
                fullWidth
                size="small"
                label={t('reports.filter.column')}
                value={column.key}
                onChange={({ target }) => change(index, fresh(columns.find(({ key }) => key === target.value)!))}
              >
                {columns.map(({ key, label }) => (
                  <MenuItem key={key} value={key}>
                    {t(label)}
                  </MenuItem>
                ))}
              </TextField>
              <IconButton
                aria-label={t('reports.filter.remove', { number: index + 1 })}
                onClick={() => onChange({ filters: filters.filter((_one, at) => at !== index) })}
              >
                <Icon name="close" />
              </IconButton>
            </Stack>
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: OPERATORS[filter.op].value === 'none' ? '1fr' : '1fr 1fr' }}>
              <TextField
                select
                size="small"
                label={t('reports.filter.op')}
                value={filter.op}
                onChange={({ target }) => {
                  const op = target.value as ReportFilter['op']
                  const same = OPERATORS[op].value === OPERATORS[filter.op].value
                  change(index, same ? { ...filter, op } : { column: filter.column, op })
                }}
              >
                {operatorsOf(column.kind).map((op) => (
                  <MenuItem key={op} value={op}>
                    {t(`reports.op.${op}`)}
                  </MenuItem>
                ))}
              </TextField>
              <FilterValue column={column} filter={filter} onChange={(next) => change(index, next)} />
            </Box>
          </Stack>
        )
      })}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="add" />}
        disabled={filters.length >= MAX_FILTERS || !columns.length}
        onClick={() => onChange({ filters: [...filters, fresh(columns.find(({ kind }) => kind === 'choice') ?? columns[0]!)] })}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('reports.filter.add')}
      </Button>
    </Stack>
  )
}

function FilterValue({
  column,
  filter,
  onChange,
}: {
  column: ColumnFacts
  filter: ReportFilter
  onChange: (filter: ReportFilter) => void
}) {
  const t = useT()
  const wants = OPERATORS[filter.op].value
  const label = t('reports.filter.value')
  if (wants === 'none') return null
  if (wants === 'choices') {
    const nameOf = (value: string) => (column.choices?.[value] ? t(column.choices[value]!) : value)
    return (
      <Autocomplete
        clearText={t('core.form.clear')}
        openText={t('core.form.open_list')}
        multiple
        disableCloseOnSelect
        size="small"
        options={Object.keys(column.choices ?? {})}
        value={filter.values ?? []}
        onChange={(_event, values) => onChange({ ...filter, values })}
        getOptionLabel={nameOf}
        renderOption={({ key, ...props }, value, { selected }) => (
          <li key={key} {...props}>
            <Checkbox checked={selected} tabIndex={-1} sx={{ p: 0, mr: 2 }} />
            {nameOf(value)}
          </li>
        )}
        renderInput={(props) => <TextField {...props} label={label} />}
      />
    )
  }
  const isNumber = wants === 'number' || wants === 'days' || (filter.op === 'is' && column.kind === 'number')
  return (
    <TextField
      size="small"
      label={label}
      type={wants === 'day' ? 'date' : isNumber ? 'number' : 'text'}
      value={filter.value ?? ''}
      onChange={({ target }) => onChange({ ...filter, value: target.value })}
      slotProps={{
        inputLabel: wants === 'day' ? { shrink: true } : {},
        htmlInput: wants === 'days' ? { min: 1, max: 3660 } : { maxLength: 200 },
        input: wants === 'days' ? { endAdornment: <InputAdornment position="end">{t('reports.filter.days')}</InputAdornment> } : {},
      }}
    />
  )
}
