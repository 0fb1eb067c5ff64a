import { defineStatuses } from '#core/contract/statuses'

/** The state of a landing page: not published, published as saved, changed since it was published, offline, or without own texts. */
export const pageStates = defineStatuses('landing_pages.state', {
  draft: ['neutral', 'edit'],
  published: ['success', 'success'],
  changed: ['warning', 'edit'],
  offline: ['neutral', 'off'],
  as_platform: ['neutral', 'language'],
})

interface Standing {
  published: object | null
  offline_since: string | null
  changed: boolean
}

export const stateOf = ({ published, offline_since: offline, changed }: Standing): 'draft' | 'published' | 'changed' | 'offline' =>
  offline ? 'offline' : published === null ? 'draft' : changed ? 'changed' : 'published'
