import { bootstrap } from '../boot/bootstrap.js'
import { downloadInFrame } from './framed_downloads.js'
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
  if (!target) return
  if (bootstrap.framed) void downloadInFrame(target)
  else location.assign(target)
}

/**
 * Leaves for another site, by an address that the server gave: a payment provider's page. It is https, or of the kind that this page is
 * itself (a simulator beside a demo); what is neither leads nowhere.
 */
export function goOutside(address: string): void {
  if (!URL.canParse(address) || !['https:', location.protocol].includes(new URL(address).protocol)) return
  leaveWithoutAsking()
  location.assign(address)
}

export interface OwnWindow {
  goTo(path: string): void
  /** To another site, by an https address that the server gave; what is none leads nowhere. */
  goElsewhere(address: string): void
  close(): void
}

/**
 * A new window, opened within the click: browsers refuse one that comes later. It says where it goes when that is known.
 * @returns null when the browser refuses even this one
 */
export function openWindow(): OwnWindow | null {
  const own = window.open('', '_blank')
  if (!own) return null
  own.opener = null
  return {
    goTo: (path) => own.location.assign(new URL(sitePath(path, location.origin) ?? '/', location.origin)),
    goElsewhere: (address) => {
      if (URL.canParse(address) && new URL(address).protocol === 'https:') own.location.replace(address)
      else own.close()
    },
    close: () => own.close(),
  }
}
