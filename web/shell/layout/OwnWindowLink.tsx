import { Link } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { openWindow } from '#web/session'

/** From a frame to a window of its own, at the same page and signed in. */
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
