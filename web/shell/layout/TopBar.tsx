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

// Loads after the page. A participant's only tasks are on the profile, so until then it does not load at all.
const TaskTray = lazy(() => import('../tasks/TaskTray.js'))

/** Once per visit: later pages have the buttons from the start. */
let wasWhole = false

/** Reserves the place of buttons that render in a moment, so that the menu does not move. */
const Room = ({ sizes }: { sizes: readonly number[] }) => sizes.map((width, place) => <Box key={place} sx={{ width, flexShrink: 0 }} />)

/** The top bar. On phones it has only the brand and the profile; the navigation is at the bottom. */
export const TopBar = memo(function TopBar() {
  const t = useT()
  const user = useUser()
  const { pathname } = useLocation()
  const learns = user.user_role === 'leerling'
  const hasBell = user.memberships.some(({ current }) => current)
  const isFollowing = Boolean(useQueryClient().getQueryData<unknown[]>(TASKS_KEY)?.length)
  // Parts without a place on this screen are not rendered.
  const wide = useMediaQuery((theme) => theme.breakpoints.up('md'), { noSsr: true })
  // Tooltips make the first commit render again, so they are a task of their own, to the left of what must not move.
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
