import { Paper, type PaperProps } from '@mui/material'
import { useContext } from 'react'
import { InPanel } from '../in_panel.js'

/**
 * What stands in a list begins so far from the edge of its sheet, the line around it counted; pixels. The sheet reaches so far out of the
 * page's column, so that the title, the first control above the rows and the first thing in each row stand on one line
 * (docs/decisions/0208).
 */
export const INSET = 16
/** The padding at the sides that comes to that. On a phone the sheet goes from side to side and has no line there. */
export const SIDES = { xs: `${INSET}px`, md: `${INSET - 1}px` }

/** What a list or a matrix lies on. */
export function Sheet({ children, ref }: Pick<PaperProps, 'children' | 'ref'>) {
  const inPanel = useContext(InPanel)
  return (
    <Paper
      ref={ref}
      variant="outlined"
      sx={[
        { overflow: 'hidden' },
        !inPanel &&
          (({ breakpoints }) => ({
            mx: `-${INSET}px`,
            [breakpoints.down('md')]: { borderLeft: 0, borderRight: 0, borderRadius: 0 },
          })),
      ]}
    >
      {children}
    </Paper>
  )
}
