import { Badge, IconButton } from '@mui/material'
import { lazy, Suspense, useState } from 'react'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, Tip } from '#web/ui'

const NotificationPanel = lazy(() => import('./NotificationPanel.js'))

export const UNREAD_KEY = ['core', 'notifications', 'unread'] as const
const AGAIN_MS = 5 * 60_000

/** The number of unread notifications in the top bar. Loaded after the page, and seldom. */
export default function Bell() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const query = useApiQuery(UNREAD_KEY, () => api.core.notifications.unread({}), { again: () => AGAIN_MS, staleTime: 60_000 })
  const unread = query.data?.data.unread ?? 0
  const label = t('core.nav.notices', { unread })
  const show = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <Tip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" aria-expanded={open} onClick={show}>
          <Badge badgeContent={unread} max={99} color="primary">
            <Icon name="bell" />
          </Badge>
        </IconButton>
      </Tip>
      {wasOpen && (
        <Suspense fallback={null}>
          <NotificationPanel open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
