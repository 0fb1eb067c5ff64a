import { defineStatuses } from '#core/contract/statuses'

/** How a landing page stands: not published, published as it was saved, changed since, or offline. */
export const pageStates = defineStatuses('landing_pages.state', {
  draft: ['neutral', 'edit'],
  published: ['success', 'success'],
  changed: ['warning', 'edit'],
  offline: ['neutral', 'off'],
})

interface Standing {
  published: object | null
  offline_since: string | null
  changed: boolean
}

export const stateOf = ({ published, offline_since: offline, changed }: Standing): 'draft' | 'published' | 'changed' | 'offline' =>
  offline ? 'offline' : published === null ? 'draft' : changed ? 'changed' : 'published'
