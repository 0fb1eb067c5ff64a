import { defineStatuses } from '#core/contract/statuses'

/** How a landing page stands: not published, published as it was saved, or changed since. */
export const pageStates = defineStatuses('landing_pages.state', {
  draft: ['neutral', 'edit'],
  published: ['success', 'success'],
  changed: ['warning', 'edit'],
})

export const stateOf = ({ published, changed }: { published: object | null; changed: boolean }): 'draft' | 'published' | 'changed' =>
  published === null ? 'draft' : changed ? 'changed' : 'published'
