import type { Theme } from '@mui/material/styles'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { ToneName } from '#themes/index'
import { Icon, type IconProps } from '../icons/index.js'

export interface MatrixTileProps {
  tone: ToneName
  icon: IconProps['name']
  /** What stands there, in a word or two, and on a second line. */
  main: string
  sub?: string | null
  /** Whose, which and what, for who does not see where it stands. */
  label: string
  /** All of it, where the words are cut off. */
  title?: string
  tabIndex: 0 | -1
  /** A path of the platform, or … */
  to?: string
  /** … what happens on a click. */
  onOpen?: () => void
}

/**
 * One person and one thing: sign, colour and words. Hundreds are drawn while one scrolls, so it is a plain element whose look
 * `tileStyles` says once for them all.
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
    // Into another tab is the browser's.
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

/** The look of all tiles within: for the one element around them. */
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
