import { useQueryClient } from '@tanstack/react-query'
import { AppBar, Box, Link, useMediaQuery } from '@mui/material'
import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react'
import { Link as RouterLink, useLocation } from 'react-router'
import { useT } from '#web/i18n'
import { homePath, useUser } from '#web/session'
import { TASKS_KEY } from '#web/ui'
import { pagePath } from '../pages.js'
import Bell from '../notifications/Bell.js'
import { CompanyMark } from './CompanyMark.js'
import { FindButton } from './FindButton.js'
import { MainMenu } from './MainMenu.js'
import { ProfileMenu } from './ProfileMenu.js'
import { QuickActions } from './QuickActions.js'

// After the page. Whoever learns starts no long work but on their profile, their own data: from there on the visit follows it.
const TaskTray = lazy(() => import('../tasks/TaskTray.js'))

/** Once in a visit: the bar of the next page has them from the start. */
let wasWhole = false

/** Keeps the place of buttons that are drawn in a moment: the menu beside them need not give way then. */
const Room = ({ sizes }: { sizes: readonly number[] }) => sizes.map((width, place) => <Box key={place} sx={{ width, flexShrink: 0 }} />)

/** The bar on top. On a phone it keeps the brand and the profile; the way around is at the bottom there. */
export const TopBar = memo(function TopBar() {
  const t = useT()
  const user = useUser()
  const { pathname } = useLocation()
  const learns = user.user_role === 'leerling'
  const hasBell = user.memberships.some(({ current }) => current)
  const isFollowing = Boolean(useQueryClient().getQueryData<unknown[]>(TASKS_KEY)?.length)
  // What has no place on this screen is not drawn for it either.
  const wide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true })
  // Each tooltip has the first commit drawn once more within it: they are a task of their own, to the left of what stands still.
  const whole = useDeferredValue(true, wasWhole)
  useEffect(() => {
    wasWhole = true
  }, [])
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
        {wide && <MainMenu height={64} />}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flex: { xs: '1 0 auto', md: 'none' }, justifyContent: 'flex-end' }}>
          {!whole && <Room sizes={[...(wide ? [40] : []), ...Array<number>(Number(hasBell) + Number(!learns)).fill(wide ? 36 : 44)]} />}
          {whole && wide && <FindButton />}
          {whole && (!learns || pathname === pagePath('core.profile') || isFollowing) && (
            <Suspense fallback={null}>
              <TaskTray />
            </Suspense>
          )}
          {whole && hasBell && <Bell />}
          {whole && !learns && <QuickActions />}
          <ProfileMenu />
        </Box>
      </Box>
    </AppBar>
  )
})
