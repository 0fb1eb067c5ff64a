import { Button, MenuItem, MenuList, Popover, Stack } from '@mui/material'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { DateTime } from 'luxon'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { readDayRange } from '#core/contract/day_range'
import { useFormat, useT } from '#web/i18n'
import { CalendarWords } from '../form/CalendarWords.js'
import { dayFormat } from '../form/day_format.js'
import { DaysButton } from './DaysButton.js'
import type { FilterProps } from './filters.js'

const AHEAD = ['next7', 'next30', 'next90'] as const
const BACK = ['last7', 'last30', 'last90', 'last365'] as const
const RELATIVE = /^(last|next)(\d+)$/
const todayIso = () => new Date().toLocaleDateString('sv-SE')

/** A date filter: the last or next n days, a range, or no date. */
export default function DaysFilter({ filter, state, startsOpen = false }: FilterProps) {
  const t = useT()
  const format = useFormat()
  const { locale } = useIntl()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(startsOpen)
  const value = state.filters[filter.key] ?? ''
  const range = value ? readDayRange(value, todayIso()) : null
  const ownRange = value.includes('..') && range && range !== 'none' ? range : { from: null, to: null }
  const [given, setGiven] = useState({ from: ownRange.from ?? '', to: ownRange.to ?? '' })

  const inWords = (text: string): string => {
    if (text === 'none') return t('core.table.days_none')
    const [, way, days] = RELATIVE.exec(text) ?? []
    if (way) return t(way === 'last' ? 'core.table.days_last' : 'core.table.days_next', { days: Number(days) })
    const { from, to } =
      readDayRange(text, todayIso()) === null ? { from: null, to: null } : (ownRange as { from: string | null; to: string | null })
    if (from && to) return `${format.day(from)} – ${format.day(to)}`
    return from ? t('core.table.days_from', { day: format.day(from) ?? '' }) : t('core.table.days_to', { day: format.day(to) ?? '' })
  }
  const choose = (text: string | null) => {
    setOpen(false)
    state.setFilter(filter.key, text)
  }
  const swapped = Boolean(given.from && given.to && given.from > given.to)
  const own = given.from || given.to ? `${given.from}..${given.to}` : null
  const label = value ? `${filter.label}: ${inWords(value)}` : filter.label
  return (
    <>
      <DaysButton
        ref={button}
        label={label}
        chosen={value !== ''}
        aria-expanded={open}
        onClick={() => {
          // Takes the current range from the address: the person may have gone back since.
          setGiven({ from: ownRange.from ?? '', to: ownRange.to ?? '' })
          setOpen(true)
        }}
      />
      <Popover
        open={open}
        anchorEl={() => button.current}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': filter.label, sx: { width: 300, maxWidth: '100%' } } }}
      >
        <MenuList autoFocus aria-label={filter.label}>
          {[...(filter.when === 'coming' ? AHEAD : BACK), 'none'].map((preset) => (
            <MenuItem key={preset} selected={preset === value} onClick={() => choose(preset)}>
              {inWords(preset)}
            </MenuItem>
          ))}
          {value && <MenuItem onClick={() => choose(null)}>{t('core.table.all')}</MenuItem>}
        </MenuList>
        <CalendarWords>
          <Stack
            component="form"
            onSubmit={(event) => {
              event.preventDefault()
              if (!swapped) choose(own)
            }}
            sx={{ p: 4, pt: 3, gap: 3, borderTop: '1px solid', borderColor: 'divider' }}
          >
            {(['from', 'to'] as const).map((end) => (
              <DatePicker
                key={end}
                label={t(`core.table.${end}`)}
                value={given[end] ? DateTime.fromISO(given[end]) : null}
                format={dayFormat(locale)}
                onChange={(day) => setGiven({ ...given, [end]: (day?.isValid && day.toISODate()) || '' })}
                slotProps={{
                  textField: {
                    size: 'small',
                    error: swapped && end === 'to',
                    helperText: swapped && end === 'to' ? t('core.table.days_swapped') : undefined,
                  },
                  field: { clearable: true },
                }}
              />
            ))}
            <Button type="submit" variant="outlined" disabled={!own || swapped}>
              {t('core.table.apply')}
            </Button>
          </Stack>
        </CalendarWords>
      </Popover>
    </>
  )
}
