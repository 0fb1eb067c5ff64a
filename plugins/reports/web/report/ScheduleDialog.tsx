import { Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import type { SavedReport } from '../../server/transformers/report_transformer.js'
import type { Schedule } from '../../server/services/schedule.js'

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour)

/** The schedule and format of a report; its owner gets a mail with a link to each one. */
export function ScheduleDialog({ report, onClose }: { report: SavedReport; onClose: () => void }) {
  const t = useT()
  const intl = useIntl()
  const id = useId()
  const [value, setValue] = useState<Schedule>(report.schedule ?? { every: 'week', on: 1, hour: 7, format: 'xlsx' })
  const done = { refresh: [['reports', 'reports']], onSuccess: onClose }
  const save = useApiMutation(() => {
    const { on: _on, ...rest } = value
    return api.reports.reports.schedule({ params: { id: report.id }, body: value.every === 'day' ? rest : { ...rest, on: value.on ?? 1 } })
  }, done)
  const stop = useApiMutation(() => api.reports.reports.unschedule({ params: { id: report.id } }), done)
  // 2024-01-01 was a Monday.
  const weekday = (day: number) => intl.formatDate(`2024-01-0${day}`, { weekday: 'long', timeZone: 'UTC' })
  const select = (
    label: string,
    chosen: string | number,
    options: readonly (readonly [string | number, string])[],
    onChange: (value: string) => void,
  ) => (
    <TextField select fullWidth size="small" label={label} value={String(chosen)} onChange={({ target }) => onChange(target.value)}>
      {options.map(([option, name]) => (
        <MenuItem key={option} value={String(option)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('reports.schedule.title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 1 }}>
          <Typography sx={{ color: 'text.secondary' }}>
            {t(isAdminRole(useUser().user_role) ? 'reports.schedule.text_of_admin' : 'reports.schedule.text')}
          </Typography>
          {select(
            t('reports.schedule.every'),
            value.every,
            (['day', 'week', 'month'] as const).map((every) => [every, t(`reports.schedule.${every}`)] as const),
            (every) => setValue({ ...value, every: every as Schedule['every'], on: 1 }),
          )}
          {value.every === 'week' &&
            select(
              t('reports.schedule.on_day'),
              value.on ?? 1,
              [1, 2, 3, 4, 5, 6, 7].map((day) => [day, weekday(day)] as const),
              (on) => setValue({ ...value, on: Number(on) }),
            )}
          {value.every === 'month' &&
            select(
              t('reports.schedule.on_date'),
              value.on ?? 1,
              Array.from({ length: 28 }, (_none, index) => [index + 1, String(index + 1)] as const),
              (on) => setValue({ ...value, on: Number(on) }),
            )}
          {select(
            t('reports.schedule.hour'),
            value.hour,
            HOURS.map((hour) => [hour, `${String(hour).padStart(2, '0')}:00`] as const),
            (hour) => setValue({ ...value, hour: Number(hour) }),
          )}
          {select(
            t('reports.schedule.format'),
            value.format,
            (['xlsx', 'csv', 'pdf'] as const).map((format) => [format, t(`reports.format.${format}`)] as const),
            (format) => setValue({ ...value, format: format as Schedule['format'] }),
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {report.schedule && (
          <Button color="error" onClick={() => stop.mutate(undefined)} loading={stop.isPending} sx={{ mr: 'auto' }}>
            {t('reports.schedule.stop')}
          </Button>
        )}
        <Button color="inherit" variant="outlined" onClick={onClose}>
          {t('core.actions.cancel')}
        </Button>
        <Button variant="contained" onClick={() => save.mutate(undefined)} loading={save.isPending}>
          {t('reports.schedule.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
