import { AppBar, Box, Link } from '@mui/material'
import { lazy, Suspense } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { onHover } from '#themes/index'
import { useT } from '#web/i18n'
import { homePath, useUser } from '#web/session'
import { isCurrent, useNavigation } from '../navigation.js'
import { CompanyMark } from './CompanyMark.js'
import { ProfileMenu } from './ProfileMenu.js'
import { QuickActions } from './QuickActions.js'

// Whoever learns starts no long work; for others it comes after the page.
const TaskTray = lazy(() => import('../tasks/TaskTray.js'))

/** The bar on top. On a phone it keeps the brand and the profile; the way around is at the bottom there. */
export function TopBar() {
  const t = useT()
  const user = useUser()
  const { main } = useNavigation()
  const { pathname } = useLocation()
  return (
    <AppBar position="static" component="header">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 3, md: 6 }, px: { xs: 4, md: 6 }, minHeight: { xs: 56, md: 64 } }}>
        <Link
          component={RouterLink}
          to={homePath(user.user_role)}
          underline="none"
          aria-label={t('core.nav.home', { company: user.company_name })}
          sx={{ flexShrink: 1, minWidth: 0, overflow: 'hidden' }}
        >
          <CompanyMark />
        </Link>
        <Box
          component="nav"
          aria-label={t('core.nav.main')}
          sx={{ display: { xs: 'none', md: 'block' }, flex: 1, alignSelf: 'stretch', minWidth: 0 }}
        >
          <Box
            component="ul"
            sx={{ display: 'flex', height: '100%', m: 0, p: 0, listStyle: 'none', gap: 1, overflowX: 'auto', scrollbarWidth: 'none' }}
          >
            {main.map((item) => (
              <Box component="li" key={item.page} sx={{ display: 'flex' }}>
                <Box
                  component={RouterLink}
                  to={item.path}
                  aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    px: 3,
                    color: 'text.secondary',
                    textDecoration: 'none',
                    fontSize: '0.9375rem',
                    fontWeight: 550,
                    whiteSpace: 'nowrap',
                    borderTop: '3px solid transparent',
                    borderBottom: '3px solid transparent',
                    ...onHover({ color: 'text.primary' }),
                    '&:focus-visible': { outlineOffset: -3 },
                    '&[aria-current]': { color: 'text.primary', borderBottomColor: 'primary.main' },
                  }}
                >
                  {t(item.label)}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, ml: 'auto' }}>
          {user.user_role !== 'leerling' && (
            <Suspense fallback={null}>
              <TaskTray />
            </Suspense>
          )}
          {user.user_role !== 'leerling' && <QuickActions />}
          <ProfileMenu />
        </Box>
      </Box>
    </AppBar>
  )
}
