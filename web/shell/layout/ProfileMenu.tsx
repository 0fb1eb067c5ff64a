import { fullName } from '#core/contract/full_name'
import { Avatar, Box, ButtonBase, Divider, List, Popover, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { helpMenuSlot } from '#core/contract/slots'
import { onHover } from '#themes/index'
import { useT } from '#web/i18n'
import { signOut, useUser } from '#web/session'
import { Icon, LanguagePicker, SlotOutlet } from '#web/ui'
import { useNavigation } from '../navigation.js'
import { pagePath } from '../pages.js'
import { CompanySwitch } from './CompanySwitch.js'
import { MenuEntry } from './MenuEntry.js'

/** The signed-in person: profile, company, other companies, language, status, signing out. */
export function ProfileMenu() {
  const t = useT()
  const user = useUser()
  const { profile, tools } = useNavigation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const toolsId = useId()
  const name = fullName(user)
  const initials = `${user.firstname[0] ?? ''}${user.lastname[0] ?? ''}`.toUpperCase()

  return (
    <>
      <ButtonBase
        // Includes the visible initials, because voice control users say what they read.
        aria-label={[t('core.nav.profile_menu', { name }), initials].join(', ')}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 2, p: 1, borderRadius: 1, minHeight: 44, ...onHover({ bgcolor: 'action.hover' }) }}
      >
        <Avatar
          sx={({ brand }) => ({
            width: 32,
            height: 32,
            fontSize: '0.8125rem',
            fontWeight: 650,
            bgcolor: brand.primary.soft,
            color: brand.primary.text,
            border: `1px solid ${brand.primary.edge}`,
          })}
        >
          {initials}
        </Avatar>
        <Icon name="expand" sx={{ display: { xs: 'none', md: 'block' }, color: 'text.secondary' }} />
      </ButtonBase>
      {/* A list of links and buttons, not an ARIA menu: the language list inside would break the keys of one. */}
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('core.nav.profile_menu', { name }),
            sx: { width: 280, p: 1, mt: 1, border: '1px solid', borderColor: 'divider', boxShadow: '0 8px 24px rgb(16 24 40 / 0.12)' },
          },
        }}
      >
        <Box sx={{ px: 3, pt: 2, pb: 3 }}>
          <Typography sx={{ fontWeight: 600 }} noWrap>
            {name}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }} noWrap>
            {[t(`core.roles.${user.user_role}`), user.company_name].filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        <Divider />
        <List dense disablePadding sx={{ py: 1 }}>
          {profile.map((item) => (
            <MenuEntry key={item.page} icon={item.icon} label={item.text} to={item.path} onClick={close} />
          ))}
          <SlotOutlet slot={helpMenuSlot} with={{ close }} />
          <MenuEntry icon="status" label={t('core.nav.status')} to={pagePath('core.status') ?? '/status'} onClick={close} />
        </List>
        {tools.length > 0 && (
          <>
            <Divider />
            <List
              dense
              disablePadding
              aria-labelledby={toolsId}
              subheader={
                <Typography id={toolsId} component="li" variant="overline" sx={{ px: 3, color: 'text.secondary' }}>
                  {t('core.nav.tools')}
                </Typography>
              }
              sx={{ py: 1 }}
            >
              {tools.map((item) => (
                <MenuEntry key={item.page} icon={item.icon} label={item.text} to={item.path} onClick={close} />
              ))}
            </List>
          </>
        )}
        <CompanySwitch />
        <Divider />
        <Box sx={{ px: 3, py: 1 }}>
          <LanguagePicker />
        </Box>
        <Divider />
        <List dense disablePadding sx={{ pt: 1 }}>
          <MenuEntry icon="logout" label={t('core.nav.logout')} onClick={() => void signOut()} />
        </List>
      </Popover>
    </>
  )
}
