import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { webAssets } from './web_assets.js'

const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'))

/** Changes with every build of the web half: a page that sees another one reloads (specification, section 7). */
export function appVersion(): string {
  return `${version}+${webAssets().hash}`
}
