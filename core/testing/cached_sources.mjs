// How the processes of a test run load TypeScript: the output of ts-exec is cached in the run's folder, so that each source is compiled
// once instead of in each of more than a hundred processes that boot the whole application. A process that finds everything in the cache
// does not even start ts-exec; the first source that is missing starts it.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { register, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url).href
const folder = process.env.TEST_SOURCES
const isOwn = (url) => url.startsWith(root) && !url.includes('/node_modules/')
/** Query that asks to cache a source without running it. */
const CACHE_ONLY = 'cache'
/** Folders and files that no server imports. */
const LEFT_OUT = /(^|\/)(node_modules|web|stubs)$|\.(test|d)\.ts$/
/** Whether a TypeScript file exists for an import of a `.js` file. */
const written = new Map()
let hasCompiler = false

/** The cache path of a source. It includes the modification time, because a source may change while the tests run. */
function placeOf(address) {
  const path = fileURLToPath(address)
  const { mtimeMs, size } = statSync(path)
  return join(folder, createHash('sha1').update(`${path} ${mtimeMs} ${size}`).digest('hex'))
}

/** The TypeScript file for `./x.js`, which ts-exec would only find after a failed first try. */
function sourceOf(specifier, parent) {
  const isRelative = specifier.startsWith('./') || specifier.startsWith('../')
  if (!specifier.endsWith('.js') || !(isRelative ? parent && isOwn(parent) : isOwn(specifier))) return undefined
  const { href } = new URL(`${specifier.slice(0, -3)}.ts`, parent)
  if (!written.has(href)) written.set(href, existsSync(new URL(href)) && !existsSync(new URL(`${href.slice(0, -3)}.js`)))
  return written.get(href) ? href : undefined
}

/** Starts ts-exec, which only cached sources can do without. */
function startCompiler() {
  if (!hasCompiler) register('./build/src/loader.js', new URL('../../node_modules/@poppinss/ts-exec/', import.meta.url))
  hasCompiler = true
}

function cached(address) {
  try {
    return readFileSync(placeOf(address), 'utf8')
  } catch {
    return undefined
  }
}

function compile(address, context, next) {
  startCompiler()
  const made = next(address, context)
  const place = placeOf(address)
  // Several processes may write the same file concurrently; the rename makes sure that each reads it whole or not at all.
  writeFileSync(`${place}.${process.pid}`, made.source)
  renameSync(`${place}.${process.pid}`, place)
  return made
}

if (folder) {
  mkdirSync(folder, { recursive: true })
  registerHooks({
    resolve(specifier, context, next) {
      const url = sourceOf(specifier, context.parentURL)
      if (url) return { url, format: 'module-typescript', shortCircuit: true }
      try {
        return next(specifier, context)
      } catch (error) {
        // Either a component (.tsx), which ts-exec finds, or a missing file.
        if (hasCompiler || error.code !== 'ERR_MODULE_NOT_FOUND') throw error
        startCompiler()
        return next(specifier, context)
      }
    },
    load(url, context, next) {
      const isSource = context.format === 'module-typescript'
      if (!isSource && !/\.[jt]sx$/.test(url)) return next(url, context)
      if (!isSource || !isOwn(url)) {
        startCompiler()
        return next(url, context)
      }
      const [address, query] = url.split('?')
      if (query === CACHE_ONLY) {
        if (!existsSync(placeOf(address))) compile(address, context, next)
        return { format: 'module', source: '', shortCircuit: true }
      }
      const source = cached(address)
      return source === undefined ? compile(address, context, next) : { format: 'module', source, shortCircuit: true }
    },
  })
}

/** Compiles and caches every source that a server may import, without running any. */
export async function cacheAll() {
  for (const place of ['core', 'plugins', 'themes', 'tenants']) {
    for (const file of globSync(`${place}/**/*.ts`, { cwd: fileURLToPath(root), exclude: (name) => LEFT_OUT.test(name) })) {
      await import(new URL(`${file}?${CACHE_ONLY}`, root))
    }
  }
}
