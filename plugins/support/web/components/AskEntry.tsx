import { ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { useSetAtom } from 'jotai'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { askingAtom } from '../asking.js'

/** In the "+" of the bar: opens the form. */
export default function AskEntry({ close }: { close: () => void }) {
  const t = useT()
  const open = useSetAtom(askingAtom)
  return (
    <MenuItem
      onClick={() => {
        close()
        open(true)
      }}
    >
      <ListItemIcon>
        <Icon name="support" />
      </ListItemIcon>
      <ListItemText>{t('support.ask.title')}</ListItemText>
    </MenuItem>
  )
}
