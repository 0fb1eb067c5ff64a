import { Box, Paper, Skeleton, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import { Sparkline } from './charts/Sparkline.js'
import { Icon } from './icons/index.js'
import type { IconName } from './icons/index.js'

export interface KpiTileProps {
  label: string
  /** Undefined while loading. A string is shown unchanged, such as an amount. */
  value: number | string | undefined
  icon: IconName
  /** Change against the earlier period, in percent. */
  delta?: number | null
  /** Whether more is better; decides the colour of the change. */
  moreIsBetter?: boolean
  /** The text for the compared period: "dan vorige maand". */
  comparedWith?: string
  /** The number over time. Empty while loading, to reserve the space. */
  series?: readonly number[]
  /** The page with the rows behind the number; the tile links there. */
  to?: string
}

/** In percent. Above it the change means nothing: "100.000%" looks like a mistake. */
const MOST_CHANGE = 999

/** One number of a dashboard. Tiles are placed in the page's grid. */
export function KpiTile({ label, value, icon, delta, moreIsBetter = true, comparedWith, series, to }: KpiTileProps) {
  const t = useT()
  const format = useFormat()
  const { brand, tones } = useTheme()
  const change = Math.abs(delta ?? 0)
  const good = delta ? delta > 0 === moreIsBetter : true
  return (
    <Paper
      variant="outlined"
      {...(to && { component: RouterLink, to })}
      sx={{
        p: { xs: 3, sm: 4 },
        display: 'flex',
        flexDirection: 'column',
        color: 'text.primary',
        textDecoration: 'none',
        ...(to && onHover({ borderColor: 'text.secondary' })),
      }}
    >
      <Stack direction="row" sx={{ gap: { xs: 2, sm: 3 }, alignItems: 'center' }}>
        <Box
          sx={{
            width: 32,
            height: 32,
            flexShrink: 0,
            borderRadius: 1,
            bgcolor: brand.secondary.soft,
            color: 'secondary.main',
            display: 'grid',
            placeItems: 'center',
          }}
        >
          <Icon name={icon} />
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 550, fontSize: { xs: '0.8125rem', sm: '0.875rem' } }}>
          {label}
        </Typography>
      </Stack>
      {value === undefined ? (
        <Skeleton variant="rounded" width={80} height={28} sx={{ mt: 3, mb: 1 }} />
      ) : (
        <Typography
          sx={{
            fontSize: '1.75rem',
            lineHeight: '36px',
            fontWeight: 680,
            letterSpacing: '-0.02em',
            mt: 2,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {typeof value === 'number' ? format.number(value) : value}
        </Typography>
      )}
      {value === undefined && comparedWith && <Skeleton variant="text" sx={{ fontSize: '0.8125rem', lineHeight: '20px', width: '70%' }} />}
      {value !== undefined && (typeof delta === 'number' || comparedWith) && (
        <Stack
          direction="row"
          sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap', fontSize: '0.8125rem', lineHeight: '20px', color: 'text.secondary' }}
        >
          {typeof delta === 'number' && delta !== 0 && (
            <Icon
              name={delta > 0 ? 'up' : 'down'}
              label={t(delta > 0 ? 'core.kpi.up' : 'core.kpi.down')}
              sx={{ fontSize: 16, color: good ? tones.success.text : tones.error.text }}
            />
          )}
          {typeof delta === 'number' && (
            <Box component="span" sx={{ fontWeight: 600, color: delta === 0 ? 'inherit' : good ? tones.success.text : tones.error.text }}>
              {change > MOST_CHANGE ? t('core.kpi.much', { percent: format.percent(MOST_CHANGE) }) : format.percent(change)}
            </Box>
          )}
          {comparedWith}
        </Stack>
      )}
      {series && <Box sx={{ mt: 'auto', pt: 3, minHeight: 40 }}>{series.length > 1 && <Sparkline values={series} />}</Box>}
    </Paper>
  )
}
