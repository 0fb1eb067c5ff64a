import { Box, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import type { AttentionView } from '#core/kit/lists'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import { Icon, type IconName } from '#web/ui'
import type { DashboardWidgetProps } from '../../contract/index.js'
import { useDashboard } from '../use_dashboard.js'

function AttentionTile({ item }: { item: AttentionView }) {
  const t = useT()
  const format = useFormat()
  const { tones } = useTheme()
  const { text, soft } = tones[item.tone]
  const more = item.count - item.names.length
  return (
    <Paper
      variant="outlined"
      component={RouterLink}
      to={item.href}
      sx={{
        p: 4,
        display: 'flex',
        gap: 3,
        alignItems: 'flex-start',
        color: 'text.primary',
        textDecoration: 'none',
        ...onHover({ borderColor: 'text.secondary' }),
      }}
    >
      <Box
        sx={{ width: 32, height: 32, flexShrink: 0, borderRadius: 1, display: 'grid', placeItems: 'center', bgcolor: soft, color: text }}
      >
        <Icon name={item.icon as IconName} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography
          component="span"
          sx={{ fontSize: '1.25rem', lineHeight: '32px', fontWeight: 680, fontVariantNumeric: 'tabular-nums', mr: 2 }}
        >
          {format.number(item.count)}
        </Typography>
        <Typography component="span" sx={{ fontWeight: 550 }}>
          {t(item.label, { count: item.count })}
        </Typography>
        {item.names.length > 0 && (
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {item.names.join(', ')}
            {more > 0 && ` ${t('reports.attention.more', { count: more })}`}
          </Typography>
        )}
      </Box>
    </Paper>
  )
}

/** Returns the number of columns, at most four, that leaves the fewest empty places. */
const columnsFor = (count: number) => {
  const empty = (columns: number) => (columns - (count % columns)) % columns
  return count < 5 || empty(4) <= empty(3) ? 4 : 3
}

/** The items that need attention, above all numbers; each item links to exactly those people. */
export default function AttentionRow({ people }: DashboardWidgetProps) {
  const t = useT()
  // Already loaded: the board is rendered after it.
  const items = useDashboard(people).data?.attention ?? []
  return (
    <Box component="section" aria-label={t('reports.attention.title')}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        {t('reports.attention.title')}
      </Typography>
      {items.length ? (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: { xs: 2, sm: 4 },
            gridTemplateColumns: { xs: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))', lg: `repeat(${columnsFor(items.length)}, 1fr)` },
          }}
        >
          {items.map((item) => (
            <Box component="li" key={item.key} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <AttentionTile item={item} />
            </Box>
          ))}
        </Box>
      ) : (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', color: 'text.secondary' }}>
          <Icon name="success" sx={{ color: 'success.main' }} />
          {t('reports.attention.none')}
        </Stack>
      )}
    </Box>
  )
}
