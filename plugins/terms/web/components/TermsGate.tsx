import { Suspense, useEffect, useState } from 'react'
import { request } from '#web/api'
import { lazyWithWords } from '#web/i18n'
import { useUser } from '#web/session'
import type { Pending } from '../terms.js'

const AskTerms = lazyWithWords('terms', () => import('./AskTerms.js'))

/** Once a sign-in and company is enough: the answer of this session stays in the tab. */
const KEY = 'terms.asked'

/** A frame on another site's page may keep nothing: then each page asks. */
function kept(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
function keep(asked: string): void {
  try {
    sessionStorage.setItem(KEY, asked)
  } catch {
    // See above.
  }
}

/** Asks in place, over the page as it stands, when there are terms that this person did not agree to. Nothing interrupts a lesson or an attempt. */
export default function TermsGate({ mayAsk }: { mayAsk: boolean }) {
  const user = useUser()
  const asked = `${user.session_expires_at}|${user.company_name}`
  const [pending, setPending] = useState<Pending | null>(null)
  // First who one is, then to what one agrees.
  const isDue = mayAsk && user.email_verify_code === null && user.enrolled_by_company !== null
  useEffect(() => {
    if (!isDue || kept() === asked) return
    void request<{ data: Pending | null }>('/api/terms/pending').then(
      ({ data }) => {
        if (data) setPending(data)
        else keep(asked)
      },
      // Asked again on the next page.
      () => undefined,
    )
  }, [isDue, asked])
  if (!pending || !mayAsk) return null
  return (
    <Suspense fallback={null}>
      <AskTerms
        version={pending}
        onAgreed={() => {
          keep(asked)
          setPending(null)
        }}
      />
    </Suspense>
  )
}
