import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { clearedBeforePackage, packagesOrigin } from '#core/kit/packages'
import { packageReportValidator, packageOpenValidator } from '#plugins/learning/server/validators/scorm'
import { openPackaged, readPackaged } from '../scorm/package_files.js'
import { PLAYER, baseOf, openItem, pageOf, reportItem } from '../scorm/package_work.js'
import { playerPage, withScripts } from '../scorm/player.js'
import { runtimeLibrary, runtimeScript, sharingScript } from '../scorm/runtime.js'
import { beginning, packagedFile, withPackage } from '../scorm/served.js'

/** Reserved names that are not files of a package. */
const RUNTIME = new Set(['~library.js', '~begin.js', '~share.js'])
/** Pages are read into memory to add the runtime; no page written by a person is larger. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024

/**
 * On the packages origin a package may have its own origin, windows and dialogs. On the platform's origin it has none of these, so it
 * cannot reach the person.
 */
const SANDBOX = 'sandbox allow-scripts allow-forms'
const SANDBOX_APART = `${SANDBOX} allow-same-origin allow-popups allow-modals`

/**
 * The policy for files of a package, so that they can never act as the person wherever they are opened. They load nothing but their own
 * files. They may be framed by pages of the package, by our own pages, and by the learning system of an LTI launch.
 */
const policyFor = (framedBy: readonly string[], isApart: boolean) =>
  [
    isApart ? SANDBOX_APART : SANDBOX,
    "default-src 'self' data: blob:",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
    "style-src 'self' 'unsafe-inline' data:",
    "connect-src 'self' data: blob:",
    "form-action 'none'",
    "base-uri 'self'",
    // Browsers check every ancestor against this, and the site that frames our own page is one.
    `frame-ancestors ${["'self'", ...framedBy].join(' ')}`,
  ].join('; ')

const TYPES: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'application/xml',
  xsd: 'application/xml',
  txt: 'text/plain',
  vtt: 'text/vtt',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
}

/** Packages. The participant of the course opens them and reports results; anyone with the opened address can read their files. */
export default class ScormController {
  async open({ session, params, request }: HttpContext) {
    const { item } = await request.validateUsing(packageOpenValidator)
    const around = { page: new URL(`${request.protocol()}://${request.host()}`).origin, framedBy: session!.framedBy }
    return { data: await openItem(session!, params.participation, Number(params.activity), item, around) }
  }

  async report({ session, params, request }: HttpContext) {
    const { item, elements } = await request.validateUsing(packageReportValidator)
    return { data: await reportItem(session!, params.participation, Number(params.activity), item, elements) }
  }

  /** A file of a package, or the runtime that is inserted at the start of its pages. */
  async file(ctx: HttpContext) {
    const { params, request, response } = ctx
    const token = String(params.token)
    const origin = await packagesOrigin(token)
    if (origin && new URL(origin).hostname !== request.hostname()) throw notFound()
    const index = /^\d{1,3}$/.test(String(params.item)) ? Number(params.item) : -1
    const path = (params['*'] as string[] | undefined)?.join('/') ?? ''
    return withPackage(token, async ({ settings, work, participation }) => {
      response
        .header('Content-Security-Policy', policyFor(work.framed_by, origin !== null))
        .header('Referrer-Policy', 'no-referrer')
        .removeHeader('Cross-Origin-Opener-Policy')
      // The package's scripts load its own files from an opaque origin. The address authorises the request, never a cookie.
      if (!origin) response.header('Access-Control-Allow-Origin', '*')
      if (RUNTIME.has(path)) {
        response.header('Content-Type', 'text/javascript; charset=utf-8')
        if (path === '~share.js') return response.send(sharingScript(settings.standard, token))
        if (path === '~begin.js') {
          const page = work.items[settings.items[index]?.id ?? '']?.page ?? null
          return response.send(runtimeScript(settings.standard, token, await beginning(settings, index, work, participation), page))
        }
        return response.header('Cache-Control', 'private, max-age=86400').send(await runtimeLibrary(settings.standard))
      }
      const base = baseOf(token, index)
      if (origin && path === PLAYER) {
        const item = settings.items[index]
        if (!item) throw notFound()
        const cleared = await clearedBeforePackage()
        if (cleared) response.header('Clear-Site-Data', cleared)
        response.header('Content-Type', 'text/html; charset=utf-8')
        const { title } = item
        return response.send(playerPage({ base, page: pageOf(token, index, item), title, language: participation.language }))
      }
      const { source, found, open } = await packagedFile(settings.hash, participation.companyId, path)
      const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
      if (type === 'text/html' || type === 'application/xhtml+xml') {
        if (found.size > MAX_PAGE_BYTES) throw notFound()
        const page = await readPackaged(source, found, MAX_PAGE_BYTES)
        response.header('Content-Type', type)
        return response.send(
          withScripts(
            page,
            (origin ? ['~share.js'] : ['~library.js', '~begin.js']).map((name) => `${base}/${name}`),
          ),
        )
      }
      response.header('Content-Type', type).header('Content-Length', String(found.size)).header('Cache-Control', 'private, max-age=3600')
      const stream = await openPackaged(source, found, open)
      if (!stream) throw notFound()
      return response.stream(stream)
    })
  }
}
