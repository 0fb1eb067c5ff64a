import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { singleTabOnly, unexpectedError, useErrorText } from '#web/api'
import { rememberedLanguage, translateIn, useFormat, useT } from '#web/i18n'
import { frameEnded, isFramed, newVersionWaiting, sessionExpiring, sessionRenewed, signInNeeded, userAtom } from '#web/session'
import { closeToast, useToast } from '#web/ui'
import { browserWarning, pageShown } from './browser_warning.js'
import type { SignInReason } from './SignInAgainDialog.js'

const FrameEndedDialog = lazy(() => import('./FrameEndedDialog.js'))
const SignInAgainDialog = lazy(() => import('./SignInAgainDialog.js'))

/** The toast that warns of the session's end. */
const EXPIRING = 'session_expiring'

/** Long enough for people who are working elsewhere on the screen; the last warning stays. */
const HOUR_WARNING = 20_000
/** Section 9. */
const BROWSER_WARNING = 8_000

let browserWarned = false

/** The text of a warning: Dutch when this browser remembers Dutch, else English (section 8). */
async function browserWarningText(id: string): Promise<string> {
  const t = await translateIn(rememberedLanguage() === 'nl' ? 'nl' : 'en', 'core')
  return t(id)
}

/** Shows toasts about the session, the tabs and the browser; asks for the password when the session ends. */
export function SessionNotices() {
  const t = useT()
  const toast = useToast()
  const format = useFormat()
  const { ofError } = useErrorText()
  const user = useAtomValue(userAtom)
  const [asked, setAsked] = useState<SignInReason | null>(null)
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    const stops = [
      sessionExpiring.on(({ minutes, until, last }) => {
        const text = last ? t('core.session.expires_soon', { minutes }) : t('core.session.in_one_hour', { time: format.time(until) })
        const again = !isFramed && { action: { label: t('core.session.again'), onClick: () => setAsked('expiring') } }
        if (last) toast.warning(text, { duration: 0, key: EXPIRING, ...again })
        else toast.info(text, { duration: HOUR_WARNING, key: EXPIRING, ...again })
      }),
      signInNeeded.on((reason) => {
        closeToast(EXPIRING)
        setAsked(reason)
      }),
      sessionRenewed.on(() => {
        closeToast(EXPIRING)
        setAsked(null)
      }),
      frameEnded.on(() => setOver(true)),
      newVersionWaiting.on(() => toast.info(t('core.session.new_version'))),
      singleTabOnly.on(() => toast.warning(t('core.session.single_tab'), { duration: BROWSER_WARNING })),
      unexpectedError.on((error) => {
        // The banner already reports a lost connection.
        if (!error.isNetwork) toast.error(ofError(error))
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [t, toast, format, ofError])

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

  return (
    <Suspense fallback={null}>
      {asked && <SignInAgainDialog key={asked} reason={asked} onClose={() => setAsked(null)} />}
      {isOver && <FrameEndedDialog />}
    </Suspense>
  )
}
