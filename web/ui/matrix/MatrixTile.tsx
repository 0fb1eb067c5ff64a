import type { Theme } from '@mui/material/styles'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { ToneName } from '#themes/index'
import { Icon, type IconProps } from '../icons/index.js'

export interface MatrixTileProps {
  tone: ToneName
  icon: IconProps['name']
  /** The text of the tile, one or two words, and a second line. */
  main: string
  sub?: string | null
  /** Person, thing and value, for people who cannot see the tile's position. */
  label: string
  /** The full text, when it is truncated. */
  title?: string
  tabIndex: 0 | -1
  /** A path of the platform, or … */
  to?: string
  /** … a click handler. */
  onOpen?: () => void
}

/**
 * One person and one thing: icon, colour and text. Hundreds are rendered while scrolling, so it is a plain element; `tileStyles` defines
 * the style once for all of them.
 */
export function MatrixTile({ tone, icon, main, sub, label, title, tabIndex, to, onOpen }: MatrixTileProps) {
  const navigate = useNavigate()
  const parts = { className: `matrix-tile ${tone}`, tabIndex, 'aria-label': label, ...(title && { title }) }
  const content = (
    <>
      <Icon name={icon} />
      <span>
        <strong>{main}</strong>
        {sub && <small>{sub}</small>}
      </span>
    </>
  )
  if (to === undefined) {
    return (
      <button type="button" {...parts} onClick={onOpen}>
        {content}
      </button>
    )
  }
  const open = (event: MouseEvent) => {
    // The browser handles opening in another tab.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(to)
  }
  return (
    <a href={to} {...parts} onClick={open}>
      {content}
    </a>
  )
}

/** The style of all tiles inside the element it is set on. */
export const tileStyles = ({ tones, palette }: Theme) => ({
  '& .matrix-tile': {
    display: 'flex',
    width: '100%',
    gap: '8px',
    alignItems: 'center',
    textAlign: 'left',
    textDecoration: 'none',
    minHeight: '44px',
    maxWidth: '280px',
    padding: '0 8px',
    borderRadius: '6px',
    font: 'inherit',
    cursor: 'pointer',
    border: '1px solid',
  },
  '& .matrix-tile:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: '1px' },
  '& .matrix-tile > svg': { fontSize: '18px', flexShrink: 0 },
  '& .matrix-tile > span': { minWidth: 0, lineHeight: '16px' },
  '& .matrix-tile strong': { display: 'block', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .matrix-tile small': { display: 'block', fontSize: '0.75rem' },
  ...Object.fromEntries(
    Object.entries(tones).map(([tone, { soft, text, border }]) => [
      `& .matrix-tile.${tone}`,
      { backgroundColor: soft, color: text, borderColor: border },
    ]),
  ),
})
