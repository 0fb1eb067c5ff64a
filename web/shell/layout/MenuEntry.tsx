import { ListItem, ListItemButton, ListItemIcon, ListItemText } from '@mui/material'
import { Link } from 'react-router'
import { Icon, type IconName } from '#web/ui'

export interface MenuEntryProps {
  icon: IconName | (string & {})
  label: string
  /** A second line, such as the role in a company. */
  text?: string
  /** A path of the platform, or … */
  to?: string
  /** … a click handler. With `to` it runs as well, to close the menu. */
  onClick?: () => void
  selected?: boolean
  disabled?: boolean
}

/** A line of the profile menu; plugins use it to fill `helpMenuSlot`. */
export function MenuEntry({ icon, label, text, to, onClick, selected = false, disabled = false }: MenuEntryProps) {
  const link = to === undefined ? {} : { component: Link, to }
  return (
    <ListItem disablePadding>
      <ListItemButton
        {...link}
        selected={selected}
        disabled={disabled}
        aria-current={selected || undefined}
        onClick={onClick}
        sx={{ px: 3, py: 1, minHeight: 40, '@media (pointer: coarse)': { minHeight: 44 } }}
      >
        <ListItemIcon>
          <Icon name={icon} />
        </ListItemIcon>
        <ListItemText primary={label} secondary={text} slotProps={{ primary: { noWrap: true } }} sx={{ my: 0 }} />
      </ListItemButton>
    </ListItem>
  )
}
