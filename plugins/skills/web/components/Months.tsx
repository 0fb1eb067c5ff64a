import { Box, ButtonBase, Skeleton, Stack, Typography } from '@mui/material'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import type { TableState } from '#web/ui'
import { setByTile, tileFilter, tilesQuery } from '../month_tiles.js'

/** Height of a month and the line below it. */
const MONTH_HEIGHT = 74

interface MonthsProps {
  /** The state of the list: the months are about the same rows. */
  state: TableState
  /** The list's filters are loaded, so that those in the URL are understood. */
  ready: boolean
  error: unknown
}

/** The coming months with the count of each; a click narrows the list to it. */
export function Months({ state, ready, error }: MonthsProps) {
  const t = useT()
  const format = useFormat()
  const query = tilesQuery(state.query)
  const { data, isPending } = useApiQuery(['skills', 'calendar', query], () => api.skills.gaps.calendar(withQuery(query)), {
    enabled: ready,
    keepPrevious: true,
  })
  // The list shows the error.
  if (error) return null
  if (isPending) return <Skeleton variant="rounded" height={MONTH_HEIGHT} sx={{ mb: 5, width: 'min(560px, 100%)' }} />
  // Keeps the height, so that the list does not move while a person is typing.
  if (!data?.data.length) return state.narrowed ? <Box sx={{ height: MONTH_HEIGHT, mb: 5 }} /> : null
  const press = (key: 'ends' | 'state', value: string) => {
    // One tile at a time, so that the list has as many rows as the tile says.
    for (const other of setByTile(state.filters)) state.setFilter(other, '')
    if (state.filters[key] !== value) state.setFilter(key, value)
  }
  return (
    <Stack
      component="ul"
      aria-label={t('skills.gaps.months')}
      direction="row"
      sx={{ listStyle: 'none', m: 0, mb: 5, p: 0, gap: 3, overflowX: 'auto', pb: 1 }}
    >
      {data.data.map(({ month, people, gaps }) => {
        const [key, value] = tileFilter(month)
        const on = state.filters[key] === value
        return (
          <Box component="li" key={month ?? 'now'} sx={{ flex: '0 0 auto' }}>
            <ButtonBase
              aria-pressed={on}
              onClick={() => press(key, value)}
              sx={{
                display: 'block',
                textAlign: 'left',
                minWidth: 132,
                minHeight: 64,
                px: 4,
                py: 3,
                borderRadius: '8px',
                border: '1px solid',
                borderColor: on ? 'primary.main' : 'divider',
                bgcolor: 'background.paper',
                '&:focus-visible': { outline: '2px solid', outlineOffset: 1, outlineColor: 'primary.main' },
              }}
            >
              <Typography sx={{ fontWeight: 650 }}>{month ? format.month(month) : t('skills.gaps.now')}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {t('skills.gaps.count', { gaps, people })}
              </Typography>
            </ButtonBase>
          </Box>
        )
      })}
    </Stack>
  )
}
