import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { singleTabOnly, unexpectedError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { goTo, loginPath, newVersionWaiting, sessionExpiring, signedOutElsewhere, userAtom } from '#web/session'
import { useToast } from '#web/ui'
import { browserWarning, browserWarningText, pageShown } from './browser_warning.js'

/** Section 9. */
const BROWSER_WARNING = 8_000

let browserWarned = false

/** Says in a toast what happens to the session, the connection between tabs and the browser. Renders nothing. */
export function SessionNotices() {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const user = useAtomValue(userAtom)

  useEffect(() => {
    const stops = [
      sessionExpiring.on((minutes) => toast.warning(t('core.session.expires_soon', { minutes }), { duration: 0 })),
      signedOutElsewhere.on(() =>
        toast.warning(t('core.session.signed_out_elsewhere'), {
          duration: 0,
          action: { label: t('core.session.to_login'), onClick: () => goTo(loginPath()) },
        }),
      ),
      newVersionWaiting.on(() => toast.info(t('core.session.new_version'))),
      singleTabOnly.on(() => toast.warning(t('core.session.single_tab'), { duration: BROWSER_WARNING })),
      unexpectedError.on((error) => {
        // The banner tells of a lost connection already.
        if (!error.isNetwork) toast.error(ofError(error))
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [t, toast, ofError])

  const flagged = user?.has_browser_alert === 1
  useEffect(() => {
    const warn = (path: string) => {
      const id = browserWarned ? null : browserWarning(path, navigator.userAgent, flagged)
      if (!id) return
      browserWarned = true
      void browserWarningText(id).then((text) => toast.warning(text, { duration: BROWSER_WARNING }))
    }
    warn(location.pathname)
    return pageShown.on(warn)
  }, [toast, flagged])

  return null
}
