import { Paper, type PaperProps } from '@mui/material'
import { useContext } from 'react'
import { InPanel } from '../in_panel.js'

/**
 * Pixels between the edge of a list's sheet, including its border, and its content. The sheet extends beyond the page's column by the same
 * distance, so that the title, the first control above the rows and the first content of each row are aligned (docs/decisions/0208).
 */
export const INSET = 16
/** The resulting horizontal padding. On phones the sheet fills the width and has no border. */
export const SIDES = { xs: `${INSET}px`, md: `${INSET - 1}px` }

/** The surface of a list or a matrix. */
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
