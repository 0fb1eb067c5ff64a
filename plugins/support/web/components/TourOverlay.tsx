import { useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useEffect } from 'react'
import { request } from '#web/api'
import { lazyWithWords } from '#web/i18n'
import { emailVerified } from '#web/session'
import { tourAtom } from '../asking.js'

const Tour = lazyWithWords('support', () => import('./Tour.js'))

/** Starts the tour on request, and once by itself after the address was verified (specification, section 4). */
export default function TourOverlay({ bare }: { bare: boolean }) {
  const times = useAtomValue(tourAtom)
  const start = useSetAtom(tourAtom)
  useEffect(
    () =>
      emailVerified.on(() => {
        void request<{ data: { seen: boolean } }>('/api/support/tour').then(
          ({ data }) => {
            if (!data.seen) start((before) => before + 1)
          },
          // A failure here must not disturb anybody.
          () => undefined,
        )
      }),
    [start],
  )
  if (!times || bare) return null
  return (
    <Suspense fallback={null}>
      <Tour key={times} />
    </Suspense>
  )
}
