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
  /** Where a person's name leads. */
  path: (row: R) => string
  /** Of an admin who looks at every company: whose person it is. */
  ofAll: boolean
  /** What a person has, each in a list item of its own. */
  lines: (row: R) => readonly ReactNode[]
  /** Pixels of a line with the gap below it, about. */
  lineHeight: number
  /** Said of somebody who has nothing. */
  empty: string
}

/** Pixels of a card without its lines and its padding, about. */
const HEAD = 24

/** A matrix on a phone: a person each, with what they have. */
export function MatrixCards<R extends CardOf>({ rows, path, ofAll, lines, lineHeight, empty }: MatrixCardsProps<R>) {
  return (
    <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
      {rows.map((row) => {
        const own = lines(row)
        return (
          <Box
            component="li"
            key={row.id}
            // What is below the window is laid out when it comes near; until then it is as high as its lines.
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
