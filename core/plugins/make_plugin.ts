import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Ids that would hide a path, a part of the house or a word of the language. */
const RESERVED = new Set([
  'core', 'plugins', 'web', 'themes', 'tenants', 'index', 'contract', 'page', 'api', 'public', 'user', 'assets', 'images', 'i18n',
  'health', 'version', 'error', 'maintenance', 'login', 'launch', 'register', 'invite', 'booking', 'certificate', 'landingpage',
  'deelnemer', 'deelnemers', 'profiel', 'dashboard', 'admin', 'tools', 'status', 'dev',
  'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum', 'export',
  'extends', 'false', 'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null',
  'package', 'private', 'protected', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'undefined',
  'var', 'void', 'while', 'with', 'yield', 'compose',
])

const STUBS = 'core/stubs/plugin'
const INDEX = 'plugins/index.ts'

export interface MadePlugin {
  /** Paths of the new files, from the root. */
  files: string[]
  /** Address of its page. */
  page: string
}

/**
 * Writes a working plugin from core/stubs/plugin, which follows
 * plugins/certificates, and lists it in plugins/index.ts. Everything is checked
 * and rendered before the first file is written.
 * @param id lower case letters, digits and underscores, 3 to 30 long
 * @param rootFolder the repository, or a copy of it
 * @throws Error one line that says what is wrong; nothing was changed
 */
export async function makePlugin(id: string, rootFolder: string): Promise<MadePlugin> {
  checkId(id, rootFolder)
  const index = await readFile(join(rootFolder, INDEX), 'utf8')
  const newIndex = addToIndex(index, id)
  const path = id.replaceAll('_', '-')
  const words: Record<string, string> = { id, path, api: camelCase(id), label: labelOf(id) }
  const migration = await nextMigration(rootFolder)

  const files = new Map<string, string>()
  const stubs = join(rootFolder, STUBS)
  for (const entry of await readdir(stubs, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const stub = join(entry.parentPath, entry.name)
    const target = relative(stubs, stub).replace(/\.stub$/, '').replace(/^migrations\//, `migrations/${migration}_`)
    const text = (await readFile(stub, 'utf8')).replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
      if (words[word] === undefined) throw new Error(`${relative(rootFolder, stub)} asks for {{${word}}}, which nobody gives.`)
      return words[word]
    })
    files.set(join('plugins', id, target), text)
  }

  for (const [file, text] of files) {
    await mkdir(dirname(join(rootFolder, file)), { recursive: true })
    await writeFile(join(rootFolder, file), text)
  }
  // Last: a plugin that is listed is there.
  await writeFile(join(rootFolder, INDEX), newIndex)
  return { files: [...files.keys()].sort(), page: `/${path}` }
}

function checkId(id: string, rootFolder: string): void {
  if (!/^[a-z][a-z0-9_]{2,29}$/.test(id) || id.includes('__') || id.endsWith('_')) {
    throw new Error(`"${id}" is no plugin id: take 3 to 30 lower case letters, digits and single underscores, a letter first.`)
  }
  if (RESERVED.has(id)) throw new Error(`"${id}" is reserved. Take another id.`)
  if (existsSync(join(rootFolder, 'plugins', id))) throw new Error(`plugins/${id} exists already.`)
}

const camelCase = (id: string) => id.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `waiting_list` → `Waiting list`: a beginning; the real words belong in locales/. */
function labelOf(id: string): string {
  const words = id.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

/** A plugin's migrations begin at the next hundred, so that each has room of its own: `0301`. */
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

/**
 * Adds the import after the others and the plugin at the end of the list: it
 * may come to require any of those before it. The rest stays as it is.
 * @throws Error when the file does not look like a composition root
 */
function addToIndex(index: string, id: string): string {
  const name = camelCase(id)
  const imports = [...index.matchAll(/^import .*\n/gm)]
  const last = imports.at(-1)
  const list = /compose\(\[([^\]]*)\]\)/.exec(index)
  if (!last || !list) throw new Error(`${INDEX} has no \`compose([…])\` to add the plugin to.`)
  if (new RegExp(`\\b${name}\\b`).test(list[1]!)) throw new Error(`${INDEX} lists "${name}" already.`)

  const inside = list[1]!
  const oneLine = !inside.includes('\n')
  const end = inside.trimEnd()
  const comma = end === '' || end.endsWith(',') ? '' : ','
  const indent = /\n([ \t]+)\S/.exec(inside)?.[1] ?? '  '
  const newInside = oneLine ? `${end}${comma}${end ? ' ' : ''}${name}` : `${end}${comma}\n${indent}${name},\n`
  const withList = index.replace(list[0], () => `compose([${newInside}])`)
  const after = last.index + last[0].length
  return `${withList.slice(0, after)}import ${name} from './${id}/plugin.js'\n${withList.slice(after)}`
}
