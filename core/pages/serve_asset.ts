import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../contract/errors.js'
import { acceptedEncoding, sendEncoded } from '../http/compress.js'
import { buildFolder } from './web_assets.js'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

interface Asset {
  type: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

let assets: Map<string, Asset> | undefined

/**
 * Reads the built files into memory, a few megabytes. A page of this process
 * then always finds the files it names, also while another build runs, and no
 * request can name a file that is not one of them.
 */
export function loadAssets(): Map<string, Asset> {
  if (assets) return assets
  assets = new Map()
  const folder = join(buildFolder, 'assets')
  const names = new Set(readdirSync(folder))
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const compressed = (ending: string) => (names.has(name + ending) ? readFileSync(join(folder, name + ending)) : undefined)
    assets.set(name, { type, plain: readFileSync(join(folder, name)), br: compressed('.br'), gzip: compressed('.gz') })
  }
  return assets
}

/** GET /assets/*: files named by their content, so they can be cached for ever; compressed at build time. */
export function serveAsset(ctx: HttpContext): void {
  const asset = loadAssets().get(ctx.request.url().slice('/assets/'.length))
  if (!asset) throw notFound()
  const wanted = acceptedEncoding(ctx)
  const encoding = wanted && asset[wanted] ? wanted : null
  ctx.response.header('Cache-Control', 'public, max-age=31536000, immutable')
  // These headers only concern documents, or describe what browsers do by default.
  ctx.response.removeHeader('Cross-Origin-Opener-Policy').removeHeader('Referrer-Policy')
  sendEncoded(ctx, asset.type, encoding ? asset[encoding]! : asset.plain, encoding)
}
