import { Box, Button, IconButton, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { onHover } from '#themes/index'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { EmptyState, ErrorState, Icon, LoadingState, StatusChip } from '#web/ui'
import { momentStatuses } from '../../contract/statuses.js'
import type { MomentView } from '../../server/transformers/exams_transformer.js'
import { momentPath } from '../queries.js'
import { Seats } from './Seats.js'

const pad = (value: number) => String(value).padStart(2, '0')
const thisMonth = () => new Date().toISOString().slice(0, 7)
/** Adds months to `yyyy-mm`. Pure. */
const monthOn = (month: string, by: number) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const at = new Date(Date.UTC(year, number - 1 + by, 1))
  return `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}`
}
/** The weeks of a month, Monday first; null for days of another month. Pure. */
function weeksOf(month: string): (string | null)[][] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const first = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const cells = [...Array.from({ length: first }, () => null), ...Array.from({ length: days }, (_, day) => `${month}-${pad(day + 1)}`)]
  while (cells.length % 7) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** Moments by month: a grid of weeks, and on a phone only the days with moments. */
export function Calendar() {
  const t = useT()
  const format = useFormat()
  const [params, setParams] = useSearchParams()
  const asked = params.get('maand') ?? ''
  const isAsked = /^20\d\d-(0[1-9]|1[0-2])$/.test(asked)
  // No month in the URL: the first month with an upcoming moment.
  const first = useApiQuery(['exams', 'calendar', 'first'], () => api.exams.moments.index(withQuery({ per_page: 10, sort: 'starts_at' })), {
    enabled: !isAsked,
  })
  const month = isAsked ? asked : (first.data?.data[0]?.day.slice(0, 7) ?? thisMonth())
  const query = useApiQuery(['exams', 'calendar', month], () => api.exams.moments.calendar({ query: { month } }), {
    keepPrevious: true,
    enabled: isAsked || !first.isPending,
  })
  const go = (to: string) => setParams({ weergave: 'kalender', maand: to })
  const days = new Map<string, MomentView[]>()
  for (const moment of query.data?.data ?? []) days.set(moment.day, [...(days.get(moment.day) ?? []), moment])
  return (
    <Box component="section" aria-label={t('exams.moments.as_calendar')} sx={{ mt: 4 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mb: 4 }}>
        <IconButton aria-label={t('exams.calendar.previous')} onClick={() => go(monthOn(month, -1))}>
          <Icon name="back" />
        </IconButton>
        <Typography variant="h2" aria-live="polite" sx={{ minWidth: { xs: 130, md: 170 }, textAlign: 'center', fontSize: '1.125rem' }}>
          {format.month(month)}
        </Typography>
        <IconButton aria-label={t('exams.calendar.next')} onClick={() => go(monthOn(month, 1))}>
          <Icon name="forward" />
        </IconButton>
        {month !== thisMonth() && (
          <Button variant="outlined" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={() => go(thisMonth())}>
            {t('exams.calendar.today')}
          </Button>
        )}
      </Stack>
      {query.error && !query.data ? (
        <ErrorState error={query.error} part="exams" title={t('exams.calendar.failed')} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <Grid month={month} days={days} />
          <Agenda days={days} />
        </>
      ) : (
        <LoadingState shape="rows" count={4} />
      )}
    </Box>
  )
}

interface DaysProps {
  days: ReadonlyMap<string, MomentView[]>
}

/** The whole month, for tablets and wider. */
function Grid({ month, days }: DaysProps & { month: string }) {
  const format = useFormat()
  const weeks = weeksOf(month)
  const names = Array.from({ length: 7 }, (_, day) => format.weekday(`2024-01-0${day + 1}`).split(' ')[0]!)
  const today = new Date().toISOString().slice(0, 10)
  return (
    <Box
      component="table"
      sx={{
        display: { xs: 'none', md: 'table' },
        width: '100%',
        tableLayout: 'fixed',
        borderCollapse: 'separate',
        borderSpacing: 0,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '8px',
        bgcolor: 'background.paper',
        overflow: 'hidden',
      }}
    >
      <thead>
        <tr>
          {names.map((name) => (
            <Box
              component="th"
              scope="col"
              key={name}
              sx={{ textAlign: 'left', px: 3, py: 2, fontWeight: 550, fontSize: '0.8125rem', color: 'text.secondary' }}
            >
              {name}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) => (
              <Box
                component="td"
                key={day ?? index}
                sx={{
                  verticalAlign: 'top',
                  height: 108,
                  p: 2,
                  borderTop: '1px solid',
                  borderLeft: index ? '1px solid' : 0,
                  borderColor: 'divider',
                  bgcolor: day ? undefined : 'action.hover',
                }}
              >
                {day && (
                  <Typography
                    component="time"
                    dateTime={day}
                    variant="body2"
                    sx={{
                      display: 'block',
                      px: 1,
                      fontVariantNumeric: 'tabular-nums',
                      color: day === today ? 'primary.main' : 'text.secondary',
                      fontWeight: day === today ? 700 : 400,
                    }}
                  >
                    {Number(day.slice(8))}
                  </Typography>
                )}
                <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
                  {(day ? (days.get(day) ?? []) : []).map((moment) => (
                    <li key={moment.id}>
                      <Entry moment={moment} />
                    </li>
                  ))}
                </Stack>
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

function Entry({ moment }: { moment: MomentView }) {
  const t = useT()
  const off = moment.state === 'withdrawn' || moment.state === 'past'
  return (
    <Link
      component={RouterLink}
      to={momentPath(moment.id)}
      underline="none"
      sx={({ brand }) => ({
        display: 'block',
        px: 2,
        py: 1,
        borderRadius: '6px',
        minHeight: 40,
        lineHeight: 1.3,
        color: off ? 'text.secondary' : 'text.primary',
        bgcolor: off ? 'action.hover' : brand.primary.soft,
        ...onHover({ textDecoration: 'underline' }),
      })}
    >
      <Typography
        component="span"
        variant="body2"
        sx={{ display: 'block', fontWeight: 650, textDecoration: moment.state === 'withdrawn' ? 'line-through' : 'none' }}
      >
        {moment.time} {moment.city}
      </Typography>
      <Typography component="span" variant="body2" noWrap sx={{ display: 'block', fontSize: '0.8125rem' }}>
        {moment.course}
      </Typography>
      <Typography component="span" variant="body2" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
        {moment.state === 'open' ? t('exams.left', { left: moment.seats_left }) : t(`exams.status.moment.${moment.state}`)}
      </Typography>
    </Link>
  )
}

/** On a phone: only days with moments. */
function Agenda({ days }: DaysProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Box sx={{ display: { xs: 'block', md: days.size ? 'none' : 'block' }, mt: { md: 4 } }}>
      {!days.size && <EmptyState icon="calendar" title={t('exams.calendar.empty')} text={t('exams.calendar.empty_text')} />}
      <Stack component="ol" sx={{ display: { md: 'none' }, listStyle: 'none', m: 0, p: 0, gap: 4 }}>
        {[...days].map(([day, moments]) => (
          <li key={day}>
            <Typography component="h3" sx={{ fontWeight: 650, mb: 2 }}>
              {format.weekday(day)}
            </Typography>
            <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 2 }}>
              {moments.map((moment) => (
                <Box
                  component="li"
                  key={moment.id}
                  sx={{ border: '1px solid', borderColor: 'divider', borderRadius: '8px', bgcolor: 'background.paper' }}
                >
                  <Link component={RouterLink} to={momentPath(moment.id)} color="inherit" underline="none" sx={{ display: 'block', p: 3 }}>
                    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, mb: 1 }}>
                      <Typography component="span" sx={{ fontWeight: 650 }}>
                        {moment.time} · {moment.city}
                      </Typography>
                      {moment.state !== 'open' && <StatusChip of={momentStatuses} status={moment.state} />}
                    </Stack>
                    <Typography component="span" variant="body2" sx={{ display: 'block', mb: 1 }}>
                      {moment.course}
                    </Typography>
                    <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                      <Seats moment={moment} />
                    </Typography>
                  </Link>
                </Box>
              ))}
            </Stack>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
