import { Menu, type MenuProps } from '@mui/material'
import { useState, type ReactNode } from 'react'

interface PopupMenuProps extends Pick<MenuProps, 'onClick'> {
  /** What it is a menu of, for screen readers: the words of what opens it. */
  label: string
  /** What opened it; null: closed. */
  anchor: HTMLElement | null
  onClose: () => void
  /** How wide what it shows is, where that is not by its words. */
  width?: { min?: number; max?: number; fixed?: number }
  /** As high it becomes at most, where it may hold many entries. */
  maxHeight?: number
  children: ReactNode
}

/** The one menu: it hangs at the end of the document, outside every landmark, so a screen reader finds it as one of its own. */
export function PopupMenu({ label, anchor, onClose, onClick, width, maxHeight, children }: PopupMenuProps) {
  // A list has one in each row, and most of them are never opened.
  const [used, setUsed] = useState(false)
  if (anchor && !used) setUsed(true)
  if (!anchor && !used) return null
  return (
    <Menu
      open={Boolean(anchor)}
      anchorEl={anchor}
      onClose={onClose}
      {...(onClick && { onClick })}
      slotProps={{
        root: { role: 'region', 'aria-label': label },
        list: { 'aria-label': label, ...(width?.fixed && { sx: { width: width.fixed } }) },
        ...((width?.min || width?.max || maxHeight) && { paper: { sx: { minWidth: width?.min, maxWidth: width?.max, maxHeight } } }),
      }}
    >
      {children}
    </Menu>
  )
}
