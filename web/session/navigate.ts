import { sitePath } from './site_path.js'
import { leaveWithoutAsking } from './unsaved_marks.js'

/**
 * Loads a page from the server: its HTML then carries the right person, company
 * and language. The one place that sets the window's address (a lint rule says
 * so): what is no path of this site leads to its start page.
 */
export function goTo(path: string, { replace = false } = {}): void {
  const target = sitePath(path, location.origin) ?? '/'
  leaveWithoutAsking()
  if (replace) location.replace(target)
  else location.assign(target)
}

/** Fetches a file of the server: the page stays, and with it what was typed. */
export function download(path: string): void {
  const target = sitePath(path, location.origin)
  if (target) location.assign(target)
}

/** A new window, opened within the click: browsers refuse one that comes later. It says where it goes when that is known. */
export function openWindow(): { goTo(path: string): void; close(): void } {
  const own = window.open('', '_blank')
  return {
    goTo: (path) => {
      if (!own) return
      own.opener = null
      own.location.assign(new URL(sitePath(path, location.origin) ?? '/', location.origin))
    },
    close: () => own?.close(),
  }
}
