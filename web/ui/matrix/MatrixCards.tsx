import { Box, Link, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { SIDES } from '../table/Sheet.js'

interface CardOf {
  id: number
  name: string
  company: string
}

interface MatrixCardsProps<R extends CardOf> {
  rows: readonly R[]
  /** The link of a person's name. */
  path: (row: R) => string
  /** Shows each person's company, for an admin who views every company. */
  ofAll: boolean
  /** The lines of a person, each in its own list item. */
  lines: (row: R) => readonly ReactNode[]
  /** Approximate height in pixels of a line with the gap below it. */
  lineHeight: number
  /** Text for a person who has nothing. */
  empty: string
}

/** Approximate height in pixels of a card without its lines and padding. */
const HEAD = 24

/** A matrix on a phone: a card for each person, with what they have. */
export function MatrixCards<R extends CardOf>({ rows, path, ofAll, lines, lineHeight, empty }: MatrixCardsProps<R>) {
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
      {rows.map((row) => {
        const own = lines(row)
        return (
          <Box
            component="li"
            key={row.id}
            // Cards below the window are laid out when they come near; until then their height is estimated from their lines.
            style={{ containIntrinsicSize: `auto ${HEAD + Math.max(own.length * lineHeight, 20)}px` }}
            sx={{ contentVisibility: 'auto', px: SIDES, py: 4, borderBottom: '1px solid', borderColor: 'divider' }}
          >
            <Link component={RouterLink} to={path(row)} underline="hover" color="inherit" sx={{ fontWeight: 650, py: 1 }}>
              {row.name}
            </Link>
            {ofAll && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {row.company}
              </Typography>
            )}
            {own.length === 0 ? (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {empty}
              </Typography>
            ) : (
              <Stack component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, gap: 2 }}>
                {own}
              </Stack>
            )}
          </Box>
        )
      })}
    </Stack>
  )
}
