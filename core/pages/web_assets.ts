import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settings } from '../config/settings.js'
import { folderOf } from '../plugins/folders.js'
import { pluginRegistry } from '../plugins/registry.js'

export const buildFolder = fileURLToPath(new URL('../../build/web', import.meta.url))
const { viteUrl } = await settings()

interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

export interface WebAssets {
  scripts: string[]
  /** A few rules that every page includes, because another file would delay the first paint. */
  css: string
  preloads: string[]
  /** The files that the sign-in page and the other pages load next, for preloading. */
  next: { frontDoor: string[]; app: string[] }
  /** The large files of either, in dependency order, the entry last; empty under Vite. */
  steps: { frontDoor: string[]; app: string[] }
  /** Returns the extra files of a page, by its name; none for unknown pages. */
  ofPage(name: string): string[]
  fonts: string[]
  /** Short hash of the build. */
  hash: string
  /** The script of React's refresh under Vite; empty in a build. */
  preamble(nonce: string): string
}

const PUBLIC_PATH = '/assets/'
const ENTRY = 'main.tsx'
const SIGN_IN_APP = 'pages/login/SignInApp.tsx'
const APP = 'shell/RoutedApp.tsx'
let built: WebAssets | undefined

/** The files named by the HTML page, from Vite's manifest or, in development, from its server. */
export function webAssets(): WebAssets {
  if (viteUrl) return developmentAssets(viteUrl)
  built ??= readManifest()
  return built
}

function readManifest(): WebAssets {
  const file = join(buildFolder, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The web half is not built. Run `npm run build`.')
  const text = readFileSync(file, 'utf8')
  const manifest = JSON.parse(text) as Record<string, ManifestChunk>
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`The web build has no entry "${ENTRY}".`)
  const url = (path: string) => `${PUBLIC_PATH}${path.replace(/^assets\//, '')}`
  const importsOf = (chunk: ManifestChunk, found = new Set<string>()): Set<string> => {
    for (const key of chunk.imports ?? []) {
      const next = manifest[key]
      if (!next || found.has(url(next.file))) continue
      found.add(url(next.file))
      importsOf(next, found)
    }
    return found
  }
  const preloads = importsOf(entry)
  const withImports = (key: string): string[] => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The web build has no "${key}".`)
    return [url(chunk.file), ...importsOf(chunk)].filter((path) => !preloads.has(path))
  }
  // Dependencies come before what needs them.
  const stepsTo = (key: string, found = new Set<string>()): Set<string> => {
    for (const next of manifest[key]?.imports ?? []) stepsTo(next, found)
    return found.add(url(manifest[key]!.file))
  }
  const stepsOf = (key: string) => [...stepsTo(ENTRY, stepsTo(key))]
  // Only the subset for nl and en is worth preloading.
  const fonts = (entry.assets ?? []).filter((asset) => /latin-(?!ext).*\.woff2$/.test(asset))
  return {
    scripts: [url(entry.file)],
    css: (entry.css ?? []).map((path) => readFileSync(join(buildFolder, path), 'utf8').trim()).join('\n'),
    preloads: [...preloads],
    next: { frontDoor: withImports(SIGN_IN_APP), app: withImports(APP) },
    steps: { frontDoor: stepsOf(SIGN_IN_APP), app: stepsOf(APP) },
    ofPage: (name) => {
      const key = pageModule(name)
      return key && manifest[key] ? withImports(key) : []
    },
    fonts: fonts.map(url),
    hash: createHash('sha256').update(text).digest('hex').slice(0, 10),
    preamble: () => '',
  }
}

const web = fileURLToPath(new URL('../../web', import.meta.url))
const modules = new Map<string, string | null>()

/**
 * A page component's module as the manifest names it, from `pages` of the plugin's web half (`'learning.trainings': () =>
 * import('./pages/TrainingsPage.js')`).
 */
function pageModule(name: string): string | null {
  const known = modules.get(name)
  if (known !== undefined) return known
  const id = name.slice(0, name.indexOf('.'))
  const plugin = pluginRegistry().plugins.find((one) => one.id === id)
  const folder = id === 'core' || !plugin ? join(web, 'pages') : join(folderOf(plugin), 'web')
  const path = join(folder, id === 'core' ? 'index.ts' : 'index.tsx')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const found = new RegExp(`'${name.replaceAll('.', '\\.')}': \\(\\) =>\\s*import\\(\\s*'\\./([\\w/]+)\\.js'`).exec(text)
  const key = found
    ? relative(web, join(folder, `${found[1]}.tsx`))
        .split(sep)
        .join('/')
    : null
  modules.set(name, key)
  return key
}

function developmentAssets(origin: string): WebAssets {
  return {
    scripts: [`${origin}${PUBLIC_PATH}@vite/client`, `${origin}${PUBLIC_PATH}${ENTRY}`],
    css: '',
    preloads: [],
    next: { frontDoor: [], app: [] },
    steps: { frontDoor: [], app: [] },
    ofPage: () => [],
    fonts: [],
    hash: 'development',
    preamble: (nonce) => `<script type="module" nonce="${nonce}">
import { injectIntoGlobalHook } from '${origin}${PUBLIC_PATH}@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
</script>`,
  }
}
