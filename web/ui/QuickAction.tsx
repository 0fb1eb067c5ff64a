import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { Icon, type IconName } from './icons/index.js'

export interface QuickActionProps {
  icon: IconName
  label: string
  /** Closes the menu. */
  close: () => void
  onChoose: () => void
}

/** An entry of the "+" menu in the bar. */
export function QuickAction({ icon, label, close, onChoose }: QuickActionProps) {
  return (
    <MenuItem
      onClick={() => {
        close()
        onChoose()
      }}
    >
      <ListItemIcon>
        <Icon name={icon} />
      </ListItemIcon>
      <ListItemText>{label}</ListItemText>
    </MenuItem>
  )
}
