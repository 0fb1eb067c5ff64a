import { Box, Link } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { TotalsCell } from '#plugins/learning/server/transformers/totals_transformer'
import { Icon } from '#web/ui'
import { insightsPath } from '../paths.js'
import { useCellWords } from './cell_words.js'

interface TotalsCellLinkProps {
  cell: TotalsCell
  /** Whose and which, for who does not see where it stands. */
  of: string
  tabIndex: 0 | -1
}

/** One person in one course: sign, colour and words; a click leads to the details. */
export function TotalsCellLink({ cell, of, tabIndex }: TotalsCellLinkProps) {
  const { tones } = useTheme()
  const { main, date, words } = useCellWords()(cell)
  const [tone, icon] = cell.overdue ? (['error', 'warning'] as const) : participationStatuses.looks[cell.status]
  const colors = tones[tone]
  return (
    <Link
      component={RouterLink}
      to={insightsPath(cell.id)}
      underline="none"
      tabIndex={tabIndex}
      aria-label={`${of}: ${words}`}
      title={words}
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        minHeight: 48,
        maxWidth: 280,
        px: 2,
        borderRadius: '6px',
        bgcolor: colors.soft,
        color: colors.text,
        border: '1px solid',
        borderColor: colors.border,
        '&:focus-visible': { outline: '2px solid', outlineOffset: 1, outlineColor: 'primary.main' },
      }}
    >
      <Icon name={icon} sx={{ fontSize: 18, flexShrink: 0 }} />
      <Box component="span" sx={{ minWidth: 0, lineHeight: '16px' }}>
        <Box
          component="span"
          sx={{ display: 'block', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {main}
        </Box>
        {date && (
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem' }}>
            {date}
          </Box>
        )}
      </Box>
    </Link>
  )
}
