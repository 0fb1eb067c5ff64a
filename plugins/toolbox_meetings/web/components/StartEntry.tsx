import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** The entry in the "+" menu of the bar, for a foreman with a phone. */
export default function StartEntry({ close }: { close: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <MenuItem
      onClick={() => {
        close()
        void navigate('/toolboxmeetings/nieuw')
      }}
    >
      <ListItemIcon>
        <Icon name="tools" />
      </ListItemIcon>
      <ListItemText>{t('toolbox_meetings.command.create')}</ListItemText>
    </MenuItem>
  )
}
