import type { Theme } from '@mui/material/styles'
import { INSET } from '../table/Sheet.js'
import { tileStyles } from './MatrixTile.js'

/** In pixels, including the line below; all content has to fit. */
export const ROW_HEIGHT = 56
export const HEAD_WIDTH = 216
export const HEAD_HEIGHT = 64
/** Minimum width of a column; a few columns fill the width. */
export const MIN_COLUMN_WIDTH = 160

/**
 * The style of a matrix, set once on its table. It does not use table layout, where each cell that comes into view makes the browser lay
 * out all the others. Each row and cell is a box of fixed size at a fixed position, and nothing overflows it.
 */
export const matrixStyles = (theme: Theme) => ({
  ...tileStyles(theme),
  display: 'block',
  fontSize: '0.8125rem',
  lineHeight: '18px',
  '& thead': { display: 'block', position: 'sticky', top: 0, zIndex: 2, backgroundColor: theme.palette.background.paper },
  '& thead tr': { display: 'flex', alignItems: 'stretch', borderBottom: `1px solid ${theme.palette.divider}` },
  '& thead tr:first-of-type': { minHeight: HEAD_HEIGHT, fontWeight: 600 },
  '& thead tr + tr': { color: theme.palette.text.secondary, fontWeight: 500 },
  '& thead tr > *': {
    ...{ display: 'flex', flexShrink: 0, alignItems: 'flex-end', boxSizing: 'border-box', padding: '8px' },
    ...{ textAlign: 'left', fontWeight: 'inherit', backgroundColor: theme.palette.background.paper },
  },
  '& thead tr > :first-of-type[aria-colindex="1"], & tbody th': {
    ...{ position: 'sticky', left: 0, zIndex: 1 },
    borderRight: `1px solid ${theme.palette.divider}`,
    paddingLeft: `${INSET - 1}px`,
    backgroundColor: theme.palette.background.paper,
  },
  '& tbody': { display: 'block', position: 'relative' },
  '& tbody tr': {
    ...{ display: 'block', position: 'absolute', left: 0, width: '100%', height: ROW_HEIGHT },
    ...{ contain: 'layout size style', boxSizing: 'border-box', borderBottom: `1px solid ${theme.palette.divider}` },
  },
  '& tbody th, & tbody td': { display: 'flex', alignItems: 'center', boxSizing: 'border-box', height: ROW_HEIGHT - 1, padding: '4px' },
  '& tbody th': { width: HEAD_WIDTH, padding: `8px 8px 8px ${INSET - 1}px`, textAlign: 'left', fontWeight: 500 },
  '& tbody td': { position: 'absolute', top: 0, contain: 'strict' },
  '& tbody td:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
  '& .matrix-wait': { height: 12, width: '60%', borderRadius: '4px', backgroundColor: theme.palette.action.hover },
  '@media (hover: hover)': { '& tbody tr:hover > *': { backgroundColor: theme.surfaces.hover } },
})
