import { IconButton } from '@mui/material'
import { useState } from 'react'
import { quickActionsSlot } from '#core/contract/slots'
import { useT } from '#web/i18n'
import { Icon, PopupMenu, SlotOutlet, Tip, useIsSlotFilled } from '#web/ui'

/** The "+" of supervisors and admins: actions that plugins offer anywhere. Hidden when there are none. */
export function QuickActions() {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isFilled = useIsSlotFilled(quickActionsSlot)
  if (!isFilled) return null
  const close = () => setAnchor(null)
  return (
    <>
      <Tip title={t('core.nav.quick_actions')}>
        <IconButton
          aria-label={t('core.nav.quick_actions')}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="add" />
        </IconButton>
      </Tip>
      <PopupMenu
        label={t('core.nav.quick_actions')}
        anchor={anchor}
        onClose={close}
        // Wide from the start, because fills load after the menu is placed and would make it grow off a phone's screen.
        width={{ fixed: 272 }}
      >
        <SlotOutlet slot={quickActionsSlot} with={{ close }} />
      </PopupMenu>
    </>
  )
}
