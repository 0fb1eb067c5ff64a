import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** The booking entry in the "+" menu of the bar. */
export default function BookEntry({ close }: { close: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <MenuItem
      onClick={() => {
        close()
        void navigate('/intern/booking')
      }}
    >
      <ListItemIcon>
        <Icon name="calendar_check" />
      </ListItemIcon>
      <ListItemText>{t('booking.nav.book')}</ListItemText>
    </MenuItem>
  )
}
