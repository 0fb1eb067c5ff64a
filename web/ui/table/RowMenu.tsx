import { IconButton, ListItemIcon, MenuItem } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import type { RowAction } from './table_types.js'

interface RowMenuProps {
  /** The row's name, for screen readers. */
  name: string
  actions: () => readonly RowAction[]
  /** For a grid that is one stop of the Tab key and is navigated with the arrow keys. */
  tabIndex?: 0 | -1
}

/** The menu of a row's actions; pressing it does not open the row. */
export function RowMenu({ name, actions, tabIndex = 0 }: RowMenuProps) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('core.table.row_menu', { name })
  const offered = actions()
  // Without actions an invisible button takes its place, so that the content stays aligned with other rows.
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
