import { Suspense, useEffect, useState } from 'react'
import { request } from '#web/api'
import { lazyWithWords } from '#web/i18n'
import { useUser } from '#web/session'
import type { Pending } from '../terms.js'

const AskTerms = lazyWithWords('terms', () => import('./AskTerms.js'))

/** Once per sign-in and company: the answer of this session stays in the tab. */
const KEY = 'terms.asked'

/** A frame on another site may be unable to store anything: then each page asks. */
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

/** Asks on the current page when this person has not accepted the terms. It never interrupts a lesson or an attempt. */
export default function TermsGate({ mayAsk }: { mayAsk: boolean }) {
  const user = useUser()
  const asked = `${user.session_expires_at}|${user.company_name}`
  const [pending, setPending] = useState<Pending | null>(null)
  // First the identity, then the terms.
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
