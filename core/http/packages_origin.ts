import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPackagesHostname } from '../config/packages_url.js'
import { settings } from '../config/settings.js'
import { pluginRegistry } from '../plugins/registry.js'

const { packages, appUrl, trustProxy, isLocal } = await settings()

/** The origin of packages as a Content-Security-Policy names it; null when packages have none. */
export const packagesSource = packages && `${packages.protocol}//${packages.isWildcard ? '*.' : ''}${packages.hostname}${packages.port}`

/** Whether this host name serves packages, and nothing else. */
export function isPackagesHost(hostname: string | null): boolean {
  return packages !== null && hostname !== null && isPackagesHostname(packages, hostname)
}

/** Host names that a request was sent to, by its own headers and a trusted proxy's. */
function hostnamesOf({ headers }: IncomingMessage): string[] {
  const forwarded = trustProxy > 0 ? String(headers['x-forwarded-host'] ?? '').split(',') : []
  return [headers.host ?? '', ...forwarded].map((host) => host.trim().replace(/:\d+$/, ''))
}

let beginnings: string[] | undefined
/** Path prefixes under which packages are served. */
function packagesPaths(): string[] {
  beginnings ??= pluginRegistry()
    .routes.filter(({ origin }) => origin === 'packages')
    .map(({ path }) => path.slice(0, path.indexOf(':')))
  return beginnings
}

/**
 * Runs before the framework: on the host of packages nothing else is answered, no cookie or session is read, and no service worker starts.
 * @returns whether the request was answered
 */
export function answerOnPackagesHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (!packages || !hostnamesOf(request).some(isPackagesHost)) return false
  delete request.headers.cookie
  delete request.headers.authorization
  const path = request.url ?? ''
  const isAsked = request.method === 'GET' || request.method === 'HEAD'
  const isPackage = packagesPaths().some((beginning) => path.startsWith(beginning)) && !/(^|\/)\.\.?(\/|$)/.test(path)
  if (isAsked && isPackage && !request.headers['service-worker']) return false
  // Somebody typed the other name of this machine.
  if (isLocal && isAsked && path.startsWith('/') && request.headers['sec-fetch-dest'] === 'document') {
    response.writeHead(302, { Location: `${appUrl}${path}` }).end()
    return true
  }
  response.writeHead(404, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ status: 'error', code: 'not_found' }))
  return true
}
