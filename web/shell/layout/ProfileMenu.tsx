import { Avatar, Box, ButtonBase, Divider, ListItemIcon, ListItemText, Menu, MenuItem, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { signOut, useUser } from '#web/session'
import { Icon, LanguagePicker, SlotOutlet } from '#web/ui'
import { useNavigation } from '../navigation.js'
import { pagePath } from '../pages.js'
import { helpMenuSlot } from '../slots.js'
import { CompanySwitch } from './CompanySwitch.js'

/** Who is signed in, and everything about them: profile, company, other companies, language, status, signing out. */
export function ProfileMenu() {
  const t = useT()
  const user = useUser()
  const { profile } = useNavigation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const name = `${user.firstname} ${user.lastname}`.trim()
  const initials = `${user.firstname[0] ?? ''}${user.lastname[0] ?? ''}`.toUpperCase()

  return (
    <>
      <ButtonBase
        aria-label={t('core.nav.profile_menu', { name })}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 2, p: 1, borderRadius: 1, minHeight: 44, '&:hover': { bgcolor: 'action.hover' } }}
      >
        <Avatar sx={({ brand }) => ({ width: 32, height: 32, fontSize: '0.8125rem', fontWeight: 650, bgcolor: brand.primary.soft, color: brand.primary.text, border: `1px solid ${brand.primary.edge}` })}>
          {initials}
        </Avatar>
        <Icon name="expand" sx={{ display: { xs: 'none', md: 'block' }, color: 'text.secondary' }} />
      </ButtonBase>
      <Menu
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 280 } } }}
      >
        <Box component="li" role="presentation" sx={{ px: 3, pt: 2, pb: 3 }}>
          <Typography sx={{ fontWeight: 600 }} noWrap>
            {name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }} noWrap>
            {t(`core.roles.${user.user_role}`)} · {user.company_name}
          </Typography>
        </Box>
        <Divider component="li" sx={{ mb: 1 }} />
        {profile.map((item) => (
          <MenuItem key={item.page} component={RouterLink} to={item.path} onClick={close}>
            <ListItemIcon>
              <Icon name={item.icon} />
            </ListItemIcon>
            <ListItemText>{t(item.label)}</ListItemText>
          </MenuItem>
        ))}
        <SlotOutlet slot={helpMenuSlot} with={{ close }} />
        <CompanySwitch />
        <MenuItem component={RouterLink} to={pagePath('core.status') ?? '/status'} onClick={close}>
          <ListItemIcon>
            <Icon name="status" />
          </ListItemIcon>
          <ListItemText>{t('core.nav.status')}</ListItemText>
        </MenuItem>
        <Box component="li" role="presentation" sx={{ px: 3, py: 1 }} onKeyDown={(event) => event.key !== 'Escape' && event.key !== 'Tab' && event.stopPropagation()}>
          <LanguagePicker />
        </Box>
        <Divider component="li" sx={{ my: 1 }} />
        <MenuItem onClick={() => void signOut()}>
          <ListItemIcon>
            <Icon name="logout" />
          </ListItemIcon>
          <ListItemText>{t('core.nav.logout')}</ListItemText>
        </MenuItem>
      </Menu>
    </>
  )
}
