import { Link } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { openWindow } from '#web/session'

/** Opens the same page outside the frame, signed in. */
export function OwnWindowLink() {
  const t = useT()
  const open = useApiMutation((path: string) => api.core.session.window({ body: { path } }))
  const go = () => {
    const own = openWindow()
    open.mutate(location.pathname + location.search, { onSuccess: ({ path }) => own?.goTo(path), onError: () => own?.close() })
  }
  return (
    <Link component="button" type="button" onClick={go} sx={{ color: 'text.secondary', fontSize: '0.8125rem', minHeight: 44, px: 1 }}>
      {t('core.nav.own_window')}
    </Link>
  )
}
