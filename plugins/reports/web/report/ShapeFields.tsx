import { Box, Chip, MenuItem, Stack, TextField, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useT } from '#web/i18n'
import { Icon, SegmentedControl } from '#web/ui'
import {
  GROUP_UNITS,
  PERIOD_UNITS,
  type PeriodUnit,
  type ReportDefinition,
  type ReportPeriod,
  type SourceFacts,
} from '../../contract/definition.js'

interface PartProps {
  source: SourceFacts
  definition: ReportDefinition
  onChange: (change: Partial<ReportDefinition>) => void
}

/** The columns as buttons; the report has them in the order in which they were pressed. */
export function ColumnChips({ source, definition, onChange }: PartProps) {
  const t = useT()
  const chosen = definition.columns
  const toggle = (key: string) => {
    const columns = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]
    // A report has at least one.
    if (columns.length)
      onChange({ columns, sort: definition.sort && columns.includes(definition.sort.replace(/^-/, '')) ? definition.sort : null })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {source.columns.map(({ key, label }) => {
        const place = chosen.indexOf(key)
        return (
          <Chip
            key={key}
            component="button"
            type="button"
            clickable
            aria-pressed={place >= 0}
            color={place >= 0 ? 'primary' : 'default'}
            variant={place >= 0 ? 'filled' : 'outlined'}
            {...(place >= 0 && { icon: <Icon name="check" /> })}
            label={t(label)}
            onClick={() => toggle(key)}
          />
        )
      })}
    </Box>
  )
}

type Preset =
  | 'none'
  | 'last_7'
  | 'last_30'
  | 'last_90'
  | 'last_365'
  | `this_${PeriodUnit}`
  | `previous_${PeriodUnit}`
  | 'next_30'
  | 'next_90'
  | 'between'
const PRESETS: Preset[] = [
  ...(['none', 'last_7', 'last_30', 'last_90', 'last_365'] as const),
  ...PERIOD_UNITS.map((unit) => `this_${unit}` as const),
  ...PERIOD_UNITS.map((unit) => `previous_${unit}` as const),
  ...(['next_30', 'next_90', 'between'] as const),
]

function presetOf(period: ReportPeriod | null): Preset {
  if (!period) return 'none'
  if (period.kind === 'between') return 'between'
  const preset = `${period.kind}_${period.unit ?? period.days}` as Preset
  return PRESETS.includes(preset) ? preset : 'none'
}

function periodFrom(preset: Preset, column: string): ReportPeriod | null {
  if (preset === 'none') return null
  if (preset === 'between') return { column, kind: 'between' }
  const [kind, rest] = preset.split('_') as ['last' | 'next' | 'this' | 'previous', string]
  return kind === 'last' || kind === 'next' ? { column, kind, days: Number(rest) } : { column, kind, unit: rest as PeriodUnit }
}

/** The period, and the column it applies to. */
export function PeriodFields({ source, definition, onChange }: PartProps) {
  const t = useT()
  const { period } = definition
  const dated = source.columns.filter(({ kind }) => kind === 'day' || kind === 'moment')
  const column = period?.column ?? source.period ?? dated[0]?.key ?? ''
  if (!dated.length) return null
  const nameOf = (preset: Preset) => {
    if (preset === 'none' || preset === 'between') return t(`reports.period.${preset}`)
    const [kind, rest] = preset.split('_') as [string, string]
    return /^\d+$/.test(rest) ? t(`reports.period.${kind}_days`, { count: Number(rest) }) : t(`reports.period.${preset}`)
  }
  const day = (name: 'from' | 'to') => (
    <TextField
      size="small"
      type="date"
      label={t(`reports.period.${name}`)}
      value={period?.[name] ?? ''}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={({ target }) => {
        const { [name]: _old, ...rest } = period!
        onChange({ period: target.value ? { ...rest, [name]: target.value } : rest })
      }}
    />
  )
  return (
    <Box sx={{ display: 'grid', columnGap: 2, rowGap: 4, gridTemplateColumns: '1fr 1fr' }}>
      <TextField
        select
        size="small"
        sx={{ gridColumn: '1 / -1' }}
        label={t('reports.period.label')}
        value={presetOf(period)}
        onChange={({ target }) => onChange({ period: periodFrom(target.value as Preset, column) })}
      >
        {PRESETS.map((preset) => (
          <MenuItem key={preset} value={preset}>
            {nameOf(preset)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        sx={{ gridColumn: '1 / -1' }}
        label={t('reports.period.of')}
        value={column}
        disabled={!period}
        onChange={({ target }) => period && onChange({ period: { ...period, column: target.value } })}
      >
        {dated.map(({ key, label }) => (
          <MenuItem key={key} value={key}>
            {t(label)}
          </MenuItem>
        ))}
      </TextField>
      {period?.kind === 'between' && day('from')}
      {period?.kind === 'between' && day('to')}
    </Box>
  )
}

/** Counts instead of rows: grouped by which column, a time by which unit, and as which chart. */
export function GroupFields({ source, definition, onChange }: PartProps) {
  const t = useT()
  const { group, chart } = definition
  const column = source.columns.find(({ key }) => key === group?.column)
  const isTime = column?.kind === 'day' || column?.kind === 'moment'
  const choose = (key: string) => {
    const next = source.columns.find((one) => one.key === key)
    if (!next) return onChange({ group: null, chart: null, sort: null })
    const timed = next.kind === 'day' || next.kind === 'moment'
    onChange({ group: timed ? { column: key, unit: 'month' } : { column: key }, chart: timed ? 'line' : 'bar', sort: null })
  }
  return (
    <Stack sx={{ gap: 4 }}>
      <Box sx={{ display: 'grid', columnGap: 2, rowGap: 4, gridTemplateColumns: isTime ? '1fr 1fr' : '1fr' }}>
        <TextField
          select
          size="small"
          label={t('reports.group.by')}
          value={group?.column ?? ''}
          onChange={({ target }) => choose(target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t('reports.group.none')}</MenuItem>
          {source.columns
            .filter(({ groups }) => groups)
            .map(({ key, label }) => (
              <MenuItem key={key} value={key}>
                {t(label)}
              </MenuItem>
            ))}
        </TextField>
        {isTime && (
          <TextField
            select
            size="small"
            label={t('reports.group.unit')}
            value={group?.unit ?? 'month'}
            onChange={({ target }) => onChange({ group: { column: group!.column, unit: target.value as (typeof GROUP_UNITS)[number] } })}
          >
            {GROUP_UNITS.map((unit) => (
              <MenuItem key={unit} value={unit}>
                {t(`reports.group.${unit}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      {group && (
        <SegmentedControl
          label={t('reports.group.chart')}
          options={(['bar', 'line', 'none'] as const).map((value) => ({ value, label: t(`reports.group.chart_${value}`) }))}
          value={chart ?? 'none'}
          onChange={(value) => onChange({ chart: value === 'none' ? null : value })}
        />
      )}
    </Stack>
  )
}

/** One section of the builder, with its own heading. */
export function BuilderPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} sx={{ gap: 4 }}>
      <Typography component="h2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Stack>
  )
}

/** The subject of a report. */
export function SourcePicker({
  sources,
  value,
  onChange,
}: {
  sources: readonly SourceFacts[]
  value: string | undefined
  onChange: (source: SourceFacts) => void
}) {
  const t = useT()
  return (
    <TextField
      select
      size="small"
      label={t('reports.builder.about')}
      value={value ?? ''}
      onChange={({ target }) => onChange(sources.find(({ name }) => name === target.value)!)}
      helperText={value ? t(sources.find(({ name }) => name === value)?.text ?? 'reports.builder.about') : undefined}
    >
      {sources.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {t(label)}
        </MenuItem>
      ))}
    </TextField>
  )
}
