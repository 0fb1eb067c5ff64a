import { bootstrap } from '../boot/bootstrap.js'
import { downloadInFrame } from './framed_downloads.js'
import { sitePath } from './site_path.js'
import { leaveWithoutAsking } from './unsaved_marks.js'

/**
 * Loads a page from the server, whose HTML then has the right person, company and language. The only place that sets the window's address
 * (a lint rule checks it). Anything but a path of this site leads to its start page.
 */
export function goTo(path: string, { replace = false } = {}): void {
  const target = sitePath(path, location.origin) ?? '/'
  leaveWithoutAsking()
  if (replace) location.replace(target)
  else location.assign(target)
}

/** Downloads a file of the server; the page and typed work stay. */
export function download(path: string): void {
  const target = sitePath(path, location.origin)
  if (!target) return
  if (bootstrap.framed) void downloadInFrame(target)
  else location.assign(target)
}

/**
 * Leaves for another site, at an address from the server, such as a payment page. Only https, or this page's own scheme (a simulator beside
 * a demo).
 */
export function goOutside(address: string): void {
  if (!URL.canParse(address) || !['https:', location.protocol].includes(new URL(address).protocol)) return
  leaveWithoutAsking()
  location.assign(address)
}

export interface OwnWindow {
  goTo(path: string): void
  /** Leaves for another site, at an https address from the server; any other address does nothing. */
  goElsewhere(address: string): void
  close(): void
}

/**
 * Opens a window within the click, because browsers block later ones; its address is set when known.
 * @returns null when the browser blocks even this one
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
