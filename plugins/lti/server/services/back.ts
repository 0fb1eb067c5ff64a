import { openSealed, sealFor } from '#core/kit/vouched'

const PURPOSE = 'lti.back'
const SECONDS = 86_400

/** Seals the platform's page that a signed launch named, so that a page of ours leads nowhere else. */
export const backTo = (url: string) => sealFor(PURPOSE, { url }, SECONDS)

/** The address of the platform's page; null for what we did not seal, or a day later. */
export const openBack = (sealed: unknown): string | null =>
  typeof sealed === 'string' && sealed.length < 10_000 ? (openSealed<{ url: string }>(PURPOSE, sealed)?.url ?? null) : null
