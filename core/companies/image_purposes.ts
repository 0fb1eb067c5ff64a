import { definePurpose } from '../contract/files.js'

/** Largest image of a company's look, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024

const types = ['png', 'jpg', 'webp', 'gif', 'svg'] as const

/** Shown before anyone signs in, so whoever has its address may see it. */
export const companyLogo = definePurpose({ name: 'core.logo', read: 'public', types, maxBytes: MAX_IMAGE_BYTES })

export const companyFavicon = definePurpose({ name: 'core.favicon', read: 'public', types, maxBytes: MAX_IMAGE_BYTES })
