import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { packageOf } from './plugin_package.js'

/** Ids that would hide a path, a part of the platform or a keyword. */
const RESERVED = new Set([
  'core',
  'plugins',
  'web',
  'themes',
  'tenants',
  'index',
  'contract',
  'page',
  'api',
  'public',
  'user',
  'assets',
  'images',
  'i18n',
  'health',
  'version',
  'error',
  'maintenance',
  'login',
  'launch',
  'register',
  'invite',
  'booking',
  'certificate',
  'landingpage',
  'deelnemer',
  'deelnemers',
  'profiel',
  'dashboard',
  'admin',
  'tools',
  'status',
  'dev',
  'await',
  'break',
  'case',
  'catch',
  'class',
  'const',
  'continue',
  'debugger',
  'default',
  'delete',
  'do',
  'else',
  'enum',
  'export',
  'extends',
  'false',
  'finally',
  'for',
  'function',
  'if',
  'implements',
  'import',
  'in',
  'instanceof',
  'interface',
  'let',
  'new',
  'null',
  'package',
  'private',
  'protected',
  'return',
  'static',
  'super',
  'switch',
  'this',
  'throw',
  'true',
  'try',
  'typeof',
  'undefined',
  'var',
  'void',
  'while',
  'with',
  'yield',
  'compose',
])

/** Names that the stubs use for something else. */
const TAKEN_THINGS = new Set(
  'add answer app body change check columns contract core day db demo edit event filter form format id input key list mail manager membership name nav note page panel person plugin query refusal remind removal remove row rows sample save search select show sort state string stranger table text thing today toast trigger type update url user value when worker'.split(
    ' ',
  ),
)
/** PostgreSQL cuts longer names, and the service knows the unique key by its name. */
const LONGEST_NAME = 63

const STUBS = 'core/stubs/plugin'
const INDEX = 'plugins/index.ts'

type Pretty = (file: string, text: string) => Promise<string>

export interface GeneratedPlugin {
  /** Paths of the new files, from the root. */
  files: string[]
  /** Login ids of the tenants that ship with the code; the plugin is on for them. */
  tenants: string[]
  /** Address of its page. */
  page: string
  /** Only of one made as a package. */
  packageName: string | undefined
}

export interface MakeOptions {
  /** The repository, or a copy of it. */
  rootFolder: string
  /** The name of one of its rows: a lower-case English noun in the singular. Default `item`. */
  thing?: string
  /** A new folder outside the repository: the plugin becomes an npm package there, and nothing here changes. */
  packageFolder?: string
}

/**
 * Writes a working plugin from core/stubs/plugin, lists it in plugins/index.ts and turns it on for the tenants that come with the code; or
 * as an npm package to install and list. Everything is checked and rendered before the first file is written.
 * @param id lower case letters, digits and underscores, 3 to 30 long
 * @throws Error one line that says what is wrong; nothing was changed
 */
export async function makePlugin(id: string, { rootFolder, thing = 'item', packageFolder }: MakeOptions): Promise<GeneratedPlugin> {
  checkId(id, rootFolder)
  if (packageFolder && existsSync(packageFolder)) throw new Error(`${packageFolder} exists already.`)
  const named = thingNamer(id, thing)
  const path = id.replaceAll('_', '-')
  const words: Record<string, string> = { id, path, api: camelCase(id), label: labelOf(id) }
  const migration = packageFolder ? '0001' : await nextMigration(rootFolder)
  const own = packageFolder ? await packageOf(path, rootFolder) : undefined

  const pretty = await prettier(rootFolder)
  const index = own ? undefined : await pretty(INDEX, addToIndex(await readFile(join(rootFolder, INDEX), 'utf8'), id))
  const files = new Map<string, string>()
  const stubs = join(rootFolder, STUBS)
  for (const entry of await readdir(stubs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const stub = join(entry.parentPath, entry.name)
    const target = named(relative(stubs, stub))
      .replace(/\.stub$/, '')
      .replace(/^migrations\//, `migrations/${migration}_`)
    const text = named(await readFile(stub, 'utf8')).replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
      if (words[word] === undefined) throw new Error(`${relative(rootFolder, stub)} asks for {{${word}}}, which nobody gives.`)
      return words[word]
    })
    // Files without a prettier parser are kept as they are.
    files.set(target, target.endsWith('.txt') ? text : await pretty(target, own ? own.rename(text, id) : text))
  }
  if (own) files.set('package.json', own.manifest)
  const tenants = own ? new Map<string, [string, string]>() : await turnOn(id, rootFolder, pretty)

  const from = packageFolder ?? `plugins/${id}`
  for (const [file, text] of files) {
    const path = join(packageFolder ?? join(rootFolder, from), file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  // Last, because a listed plugin must exist.
  if (index) {
    await exportContract(id, rootFolder)
    await writeFile(join(rootFolder, INDEX), index)
  }
  for (const [file, text] of tenants.values()) await writeFile(join(rootFolder, file), text)
  return {
    files: [...files.keys()].map((file) => `${from}/${file}`).sort(),
    tenants: [...tenants.keys()],
    page: `/${path}`,
    packageName: own?.name,
  }
}

/** Lets packaged plugins import the contract: adds it to "exports" of package.json, sorted. */
async function exportContract(id: string, rootFolder: string): Promise<void> {
  const path = join(rootFolder, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { exports: Record<string, string> }
  const contract = (name: string) => `./plugins/${name}/contract/*`
  const isContract = (name: string) => /^\.\/plugins\/\w+\/contract\//.test(name)
  const names = [...Object.keys(manifest.exports).filter(isContract), contract(id)].sort()
  const others = Object.entries(manifest.exports).filter(([name]) => !isContract(name))
  manifest.exports = Object.fromEntries([...others, ...names.map((name): [string, string] => [name, `${name}.ts`])])
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Line lengths depend on the id, so the stubs cannot be formatted beforehand. */
export async function prettier(rootFolder: string): Promise<Pretty> {
  const { format, resolveConfig } = await import('prettier')
  const options = await resolveConfig(join(rootFolder, 'plugins/index.ts'), { editorconfig: true })
  return (file, text) => format(text, { ...options, filepath: file })
}

function checkId(id: string, rootFolder: string): void {
  if (!/^[a-z][a-z0-9_]{2,29}$/.test(id) || id.includes('__') || id.endsWith('_')) {
    throw new Error(`"${id}" is no plugin id: take 3 to 30 lower case letters, digits and single underscores, a letter first.`)
  }
  if (RESERVED.has(id)) throw new Error(`"${id}" is reserved. Take another id.`)
  if (existsSync(join(rootFolder, 'plugins', id))) throw new Error(`plugins/${id} exists already.`)
}

/**
 * Replaces `item` in the stubs by the plugin's own noun.
 * @returns the text with the noun in place of every `item`, `Items`, `ITEM` …
 */
function thingNamer(id: string, thing: string): (text: string) => string {
  if (!/^[a-z]{3,20}$/.test(thing))
    throw new Error(`"${thing}" is no name for a thing: take one English word of lower-case letters, in the singular.`)
  if (RESERVED.has(thing) || TAKEN_THINGS.has(thing))
    throw new Error(`"${thing}" means something already. Take another word for the thing.`)
  const things = pluralOf(thing)
  const longest = `${id}_${things}_company_id_name_unique`
  if (longest.length > LONGEST_NAME) throw new Error(`"${id}" and "${thing}" make names that are too long together. Take a shorter word.`)
  const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1)
  return (text) =>
    text
      .replace(/items/g, things)
      .replace(/Items/g, capital(things))
      .replace(/item/g, thing)
      // The type of the navigation is core's.
      .replace(/(?<!Nav)Item/g, capital(thing))
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

const camelCase = (id: string) => id.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `waiting_list` → `Waiting list`: a first text; the real ones belong in locales/. */
function labelOf(id: string): string {
  const words = id.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** A plugin's migrations start at the next hundred, so that each has room: `0301`. */
async function nextMigration(rootFolder: string): Promise<string> {
  const plugins = await readdir(join(rootFolder, 'plugins'))
  let last = 0
  for (const plugin of plugins) {
    const folder = join(rootFolder, 'plugins', plugin, 'migrations')
    const names = existsSync(folder) ? await readdir(folder) : []
    last = Math.max(last, ...names.map((name) => Number.parseInt(name, 10) || 0))
  }
  return String((Math.floor(last / 100) + 1) * 100 + 1).padStart(4, '0')
}

/** @returns login id → its declaration's path and new text, with the plugin on */
export async function turnOn(id: string, rootFolder: string, pretty: Pretty): Promise<Map<string, [file: string, text: string]>> {
  const tenants = new Map<string, [string, string]>()
  for (const loginId of await readdir(join(rootFolder, 'tenants'))) {
    const file = `tenants/${loginId}/tenant.ts`
    if (!existsSync(join(rootFolder, file))) continue
    const text = await readFile(join(rootFolder, file), 'utf8')
    const on = text.replace(/^(\s*plugins: \[)([^\]]*)\]/m, (_, start: string, list: string) => {
      const ids = list
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
      return `${start}${[...ids, `'${id}'`].join(', ')}]`
    })
    if (on !== text) tenants.set(loginId, [file, await pretty(file, on)])
  }
  return tenants
}

/**
 * Adds the import after the others and the plugin at the end of the list, because it may require earlier ones.
 * @param from its folder as the file names it, or its package
 * @throws Error when the file does not look like a composition root
 */
export function addToIndex(index: string, id: string, from = `./${id}`): string {
  const name = camelCase(id)
  const last = [...index.matchAll(/^import .*\n/gm)].at(-1)
  const list = /compose\(\s*\[([^\]]*)\]/.exec(index)
  if (!last || !list) throw new Error(`${INDEX} has no \`compose([…])\` to add the plugin to.`)
  const listed = list[1]!
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  if (listed.includes(name)) throw new Error(`${INDEX} lists "${name}" already.`)

  const withList = index.replace(list[0], () => `compose([${[...listed, name].join(', ')}]`)
  const after = last.index + last[0].length
  return `${withList.slice(0, after)}import ${name} from '${from}/plugin${from.startsWith('.') ? '.js' : ''}'\n${withList.slice(after)}`
}
