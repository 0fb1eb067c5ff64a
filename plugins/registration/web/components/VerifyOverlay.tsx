import { Suspense, useState } from 'react'
import { lazyWithWords } from '#web/i18n'
import { useUser } from '#web/session'

const VerifyPopup = lazyWithWords('registration', () => import('./VerifyPopup.js'))

/** The registration popup over any page, for people who are not verified. It never interrupts a lesson or an attempt. */
export default function VerifyOverlay({ bare }: { bare: boolean }) {
  const user = useUser()
  const [done, setDone] = useState(false)
  if (done || user.email_verify_code === null || bare) return null
  return (
    <Suspense fallback={null}>
      <VerifyPopup onDone={() => setDone(true)} />
    </Suspense>
  )
}
