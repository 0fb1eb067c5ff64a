import { IconButton, ListItemIcon, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import type { RowAction } from './table_types.js'

interface RowMenuProps {
  /** Whose menu it is, for screen readers. */
  name: string
  actions: () => readonly RowAction[]
  /** In a grid, which is one stop of the Tab key: the arrows lead to it. */
  tabIndex?: 0 | -1
}

/** What can be done with one row; pressing it opens no row. */
export function RowMenu({ name, actions, tabIndex = 0 }: RowMenuProps) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('core.table.row_menu', { name })
  const offered = actions()
  // A menu without anything in it is no menu; its room stays, so that what stands beside it is in one line with the other rows'.
  if (!offered.length) {
    return (
      <IconButton disabled sx={{ visibility: 'hidden' }}>
        <Icon name="more" />
      </IconButton>
    )
  }
  return (
    <>
      <IconButton
        aria-label={label}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => {
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
      >
        <Icon name="more" />
      </IconButton>
      <PopupMenu label={label} anchor={anchor} onClose={() => setAnchor(null)} onClick={(event) => event.stopPropagation()}>
        {anchor &&
          offered.map(({ label: text, icon, destructive, onRun }) => (
            <MenuItem
              key={text}
              sx={destructive ? { color: 'error.main' } : undefined}
              onClick={() => {
                setAnchor(null)
                void onRun()
              }}
            >
              <ListItemIcon sx={destructive ? { color: 'inherit' } : undefined}>
                <Icon name={icon} />
              </ListItemIcon>
              {text}
            </MenuItem>
          ))}
      </PopupMenu>
    </>
  )
}
