import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { softBreaks } from './soft_breaks.js'

export interface FactListProps {
  /** Without a value (null, undefined, empty) a dash is shown. */
  facts: readonly { label: string; value: ReactNode }[]
}

/** Names and values below each other. */
export function FactList({ facts }: FactListProps) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(120px, 1fr) 2fr',
        columnGap: 4,
        rowGap: 2,
        fontSize: '0.875rem',
        lineHeight: '20px',
      }}
    >
      {facts.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', minWidth: 0, whiteSpace: 'pre-line' }}>
            {softBreaks(value) || '–'}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
