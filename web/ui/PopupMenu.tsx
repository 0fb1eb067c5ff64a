import { Menu, type MenuProps } from '@mui/material'
import { useState, type ReactNode } from 'react'

interface PopupMenuProps extends Pick<MenuProps, 'onClick'> {
  /** Its name for screen readers: the text of the button that opens it. */
  label: string
  /** The element that opened it; null when closed. */
  anchor: HTMLElement | null
  onClose: () => void
  /** Its width, where the content does not decide it. */
  width?: { min?: number; max?: number; fixed?: number }
  /** Its maximum height, where it may have many entries. */
  maxHeight?: number
  children: ReactNode
}

/** The menu of all pages. It is rendered at the end of the document, outside every landmark. */
export function PopupMenu({ label, anchor, onClose, onClick, width, maxHeight, children }: PopupMenuProps) {
  // A list has one in each row, and most are never opened.
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
