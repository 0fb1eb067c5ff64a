import { BottomNavigation, BottomNavigationAction, Box, Divider, Drawer, ListItemButton, ListItemIcon, ListItemText } from '@mui/material'
import { useSetAtom } from 'jotai'
import { memo, useState } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { useT } from '#web/i18n'
import { signOut } from '#web/session'
import { Icon } from '#web/ui'
import { isCurrent, useNavigation, type VisibleNavItem } from '../navigation.js'
import { pagePath } from '../pages.js'
import { paletteAtom } from '../PaletteHost.js'

interface MoreSheetProps {
  open: boolean
  items: readonly VisibleNavItem[]
  onClose: () => void
  onFind: () => void
}

/** Everything without a place in the bar, within reach of a thumb. */
function MoreSheet({ open, items, onClose, onFind }: MoreSheetProps) {
  const t = useT()
  const entry = (icon: string, label: string) => (
    <>
      <ListItemIcon>
        <Icon name={icon} />
      </ListItemIcon>
      <ListItemText primary={label} />
    </>
  )
  const height = { minHeight: 52 }
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('core.nav.more'),
          // The page stays visible above it; a tap there closes it.
          sx: { maxHeight: '85dvh', borderRadius: '16px 16px 0 0', p: 2, pb: 'max(8px, env(safe-area-inset-bottom))' },
        },
      }}
    >
      <ListItemButton onClick={onFind} sx={height}>
        {entry('search', t('core.palette.find'))}
      </ListItemButton>
      {items.map((item) => (
        <ListItemButton key={item.page} component={RouterLink} to={item.path} onClick={onClose} sx={height}>
          {entry(item.icon, item.text)}
        </ListItemButton>
      ))}
      <ListItemButton component={RouterLink} to={pagePath('core.status') ?? '/status'} onClick={onClose} sx={height}>
        {entry('status', t('core.nav.status'))}
      </ListItemButton>
      <ListItemButton onClick={() => void signOut()} sx={height}>
        {entry('logout', t('core.nav.logout'))}
      </ListItemButton>
      <Divider sx={{ my: 1 }} />
      <ListItemButton onClick={onClose} sx={height}>
        {entry('close', t('core.actions.cancel'))}
      </ListItemButton>
    </Drawer>
  )
}

/** The navigation on phones: the main places and "more". */
export const BottomBar = memo(function BottomBar() {
  const t = useT()
  const { pathname } = useLocation()
  const { bottom, main, profile, tools } = useNavigation()
  const [open, setOpen] = useState(false)
  const setPalette = useSetAtom(paletteAtom)
  const rest = [...main, ...profile, ...tools].filter((item) => !bottom.some((shown) => shown.page === item.page))
  const shown = bottom.findIndex((item) => isCurrent(item, pathname))
  const isInRest = shown < 0 && rest.some((item) => isCurrent(item, pathname))
  // "More" comes after the others.
  const current = isInRest ? bottom.length : shown
  return (
    <Box
      component="nav"
      aria-label={t('core.nav.main')}
      sx={{
        position: 'fixed',
        inset: 'auto 0 0',
        zIndex: 1100,
        bgcolor: 'background.paper',
        borderTop: '1px solid',
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      <BottomNavigation showLabels value={current}>
        {bottom.map((item, index) => (
          <BottomNavigationAction
            key={item.page}
            component={RouterLink}
            to={item.path}
            label={item.text}
            icon={<Icon name={item.icon} fontSize="medium" />}
            aria-current={index === current ? 'page' : undefined}
          />
        ))}
        <BottomNavigationAction
          label={t('core.nav.more')}
          icon={<Icon name="more" fontSize="medium" />}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-current={isInRest || undefined}
          onClick={() => setOpen(true)}
        />
      </BottomNavigation>
      <MoreSheet
        open={open}
        items={rest}
        onClose={() => setOpen(false)}
        onFind={() => {
          setOpen(false)
          setPalette('find')
        }}
      />
    </Box>
  )
})
