import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listedPlugins } from '#core/plugins/listed'
import { testApp } from '#core/testing/app'

// Mistakes that would otherwise break only on a screen: a missing translation, a page without a component, an icon that does not exist.

const root = join(import.meta.dirname, '../..')
const plugins = listedPlugins(root).map(({ folder }) => relative(root, folder))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function sources(folder: string): { file: string; text: string }[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)tests\//.test(file))
    .map((file) => ({ file: join(folder, file), text: read(join(folder, file)) }))
}

function knownIds(): Set<string> {
  const files = ['core', ...plugins].map((folder) => `${folder}/locales/nl.json`)
  return new Set(files.filter((file) => existsSync(join(root, file))).flatMap((file) => Object.keys(JSON.parse(read(file)) as object)))
}

/** Every message ID in the arguments of `t(…)`: whole IDs, and the prefixes of composed ones. */
function asked(text: string): { id: string; whole: boolean }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const calls = [...code.matchAll(/\bt\(((?:[^()]|\([^()]*\))*)/g)].map((match) => match[1]!)
  return calls.flatMap((call) => {
    const first = call.split(/,\s*\{/)[0]!
    return [
      ...[...first.matchAll(/'([a-z_]+\.[\w.-]+)'/g)].map((match) => ({ id: match[1]!, whole: true })),
      ...[...first.matchAll(/`([a-z_]+\.[\w.]*)\$\{/g)].map((match) => ({ id: match[1]!, whole: false })),
    ]
  })
}

describe('every message that a screen uses', () => {
  const known = knownIds()
  const files = [...sources('web'), ...plugins.flatMap((folder) => sources(`${folder}/web`))]
  const wanted = files.flatMap(({ file, text }) => asked(text).map((ask) => ({ file, ...ask })))

  it('is found in the code at all', () => expect(wanted.length).toBeGreaterThan(400))
  it('exists', () => {
    const missing = wanted.filter(({ id, whole }) => (whole ? !known.has(id) : ![...known].some((one) => one.startsWith(id))))
    expect(missing.map(({ file, id }) => `${file}: ${id}`)).toEqual([])
  })
  it('exists for each state that a plugin declares', () => {
    const all = [...sources('web'), ...plugins.flatMap((id) => [...sources(`${id}/contract`), ...sources(`${id}/web`)])]
    const states = all.flatMap(({ text }) =>
      [...text.matchAll(/defineStatuses\('([\w.]+)', \{([^}]*)\}/g)].flatMap(([, words, looks]) =>
        [...looks!.matchAll(/^\s*(\w+): \['(\w+)', '(\w+)'\]/gm)].map(([, state, , icon]) => ({ id: `${words}.${state}`, icon: icon! })),
      ),
    )
    expect(states.length).toBeGreaterThan(15)
    expect(states.filter(({ id }) => !known.has(id))).toEqual([])
    expect(states.filter(({ icon }) => !new RegExp(`^ {2}${icon}: `, 'm').test(read('web/ui/icons/icon_map.ts')))).toEqual([])
  })
  it('is found when its id is composed or conditional', () => {
    expect(asked("t(open ? 'core.a.b' : 'core.a.c')").map(({ id }) => id)).toEqual(['core.a.b', 'core.a.c'])
    expect(asked('t(`people.role.${role}`, { count })')).toEqual([{ id: 'people.role.', whole: false }])
  })
})

describe('every page and entry of the navigation', () => {
  beforeAll(async () => {
    await testApp()
  })
  const registry = async () => (await import('#core/plugins/registry')).pluginRegistry()
  /** Pages of the sign-in app, a small separate app (web/boot/sign_in_pages.ts). */
  const FRONT_DOOR = ['core.home', 'core.login']
  /** Pages that the app renders; the others are documents of the server alone. */
  const drawn = async () => (await registry()).pages.filter(({ name, documentOnly }) => !FRONT_DOOR.includes(name) && !documentOnly)

  it('has a component, and every component has a page', async () => {
    const given = [...plugins.map((folder) => `${folder}/web/index.tsx`), 'web/pages/index.ts']
      .filter((file) => existsSync(join(root, file)))
      .flatMap((file) => [...read(file).matchAll(/'([a-z_]+\.[a-z_]+)': \(\) =>\s*import\(\s*'/g)].map((match) => match[1]!))
    const declared = (await drawn()).map(({ name }) => name)
    expect(given.sort()).toEqual(declared.sort())
  })

  it('has the same title in the app and in the document', async () => {
    for (const { name, plugin, lead, back } of (await registry()).pages) {
      if (!lead && !back) continue
      const [folder, index] = plugin === 'core' ? ['web/pages', 'index.ts'] : [`plugins/${plugin}/web`, 'index.tsx']
      const file = new RegExp(`'${name}': \\(\\) =>\\s*import\\('\\./([\\w/]+)\\.js'`).exec(read(`${folder}/${index}`))?.[1]
      const source = read(`${folder}/${file}.tsx`)
      for (const id of [...Object.values(lead ?? {}), ...(back ? [back] : [])]) expect(source, `${name}: ${id}`).toContain(`'${id}'`)
    }
  })

  it('is found in the build, so that its own files are preloaded', async () => {
    const { webAssets } = await import('#core/pages/web_assets')
    const pages = (await drawn()).filter(({ developmentOnly }) => !developmentOnly)
    expect(pages.filter(({ name }) => !webAssets().ofPage(name).length).map(({ name }) => name)).toEqual([])
  })

  it('has an icon that exists', async () => {
    const icons = new Set([...read('web/ui/icons/icon_map.ts').matchAll(/^ {2}(\w+): \w+,$/gm)].map((match) => match[1]!))
    expect(icons.size).toBeGreaterThan(50)
    const { nav, finders } = await registry()
    const missing = [...nav.map(({ page, icon }) => ({ of: page, icon })), ...finders.map(({ name, icon }) => ({ of: name, icon }))]
    expect(missing.filter(({ icon }) => !icons.has(icon)).map(({ of, icon }) => `${of}: ${icon}`)).toEqual([])
  })

  it('exists for each command of the palette, with its message and its icon', async () => {
    const files = plugins.map((folder) => `${folder}/web/index.tsx`).filter((file) => existsSync(join(root, file)))
    const commands = files.flatMap((file) => [...read(file).matchAll(/\{\s*label: '([\w.]+)',\s*icon: '(\w+)',\s*to: '([^']+)'/g)])
    expect(commands.length).toBeGreaterThan(3)
    const known = knownIds()
    const paths = new Set((await registry()).pages.map(({ path }) => path))
    for (const [, label, icon, to] of commands) {
      expect(known, label).toContain(label)
      expect(read('web/ui/icons/icon_map.ts'), icon).toMatch(new RegExp(`^ {2}${icon}: `, 'm'))
      expect(paths, to).toContain(to!.replace(/\?.*/, ''))
    }
  })

  it('follows the order of plugins/menu.ts for a role', async () => {
    const all = await registry()
    for (const role of ['leerling', 'beheerder', 'admin'] as const) {
      const nav = all.surface('all', role).nav.filter(({ section }) => section === 'main')
      const shown = nav.toSorted((a, b) => a.order - b.order).map(({ page }) => page)
      const wanted = all.menus[role]!.filter((page) => shown.includes(page))
      expect(wanted.length).toBeGreaterThan(1)
      expect(shown.slice(0, wanted.length)).toEqual(wanted)
    }
  })
})
