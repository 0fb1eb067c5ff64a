import { openSealed, sealFor } from '#core/kit/federation'

const PURPOSE = 'lti.back'
const SECONDS = 86_400

/** Seals the platform's page named in a signed launch, so that our page can lead nowhere else. */
export const backTo = (url: string) => sealFor(PURPOSE, { url }, SECONDS)

/** The address of the platform's page; null when we did not seal it, or a day later. */
export const openBack = (sealed: unknown): string | null =>
  typeof sealed === 'string' && sealed.length < 10_000 ? (openSealed<{ url: string }>(PURPOSE, sealed)?.url ?? null) : null
