import { Box } from '@mui/material'
import { useCallback, type ReactNode } from 'react'
import { moreShades, watchWideFrame } from './wide_parts.js'

const frame = { overflowX: 'auto', ...moreShades } as const

/** A box for wide content such as a table: it scrolls sideways, also by arrow keys, and shades show where there is more. */
export function WideFrame({ label, children }: { label: string; children: ReactNode }) {
  const watch = useCallback((element: HTMLElement) => watchWideFrame(element, label), [label])
  return (
    <Box ref={watch} sx={frame}>
      {children}
    </Box>
  )
}
