import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlugin } from '../plugins/make_plugin.js'

const INDEX = `import { compose } from '#core/server/compose'
import learning from './learning/plugin.js'

/** A comment that stays. */
compose([learning])

export default class Plugins {}
`

const TENANT = `export default {
  loginId: 'acme',
  plugins: ['learning'],
}
`

describe('make:plugin', () => {
  let root: string

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'make-plugin-'))
    await mkdir(join(root, 'plugins/learning/migrations'), { recursive: true })
    await writeFile(join(root, 'plugins/learning/migrations/0102_x.ts'), '')
    await writeFile(join(root, 'plugins/index.ts'), INDEX)
    await mkdir(join(root, 'tenants/acme'), { recursive: true })
    await writeFile(join(root, 'tenants/acme/tenant.ts'), TENANT)
    // The formatting rules are read from there.
    await cp(fileURLToPath(new URL('../../package.json', import.meta.url)), join(root, 'package.json'))
    await cp(fileURLToPath(new URL('../stubs', import.meta.url)), join(root, 'core/stubs'), { recursive: true })
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it.each([
    ['Waiting', /lower case/],
    ['1st', /lower case/],
    ['a', /lower case/],
    ['two__', /lower case/],
    ['../evil', /lower case/],
    ['', /lower case/],
    ['core', /reserved/],
    ['class', /reserved/],
    ['learning', /exists already/],
  ])('refuses "%s" and changes nothing', async (id, why) => {
    await expect(makePlugin(id, { rootFolder: root })).rejects.toThrow(why)
    expect(await readFile(join(root, 'plugins/index.ts'), 'utf8')).toBe(INDEX)
    expect(await readFile(join(root, 'tenants/acme/tenant.ts'), 'utf8')).toBe(TENANT)
    expect((await readdir(join(root, 'plugins'))).sort()).toEqual(['index.ts', 'learning'])
  })

  it('creates a package elsewhere and changes nothing here', async () => {
    const packageFolder = join(root, 'elsewhere')
    const { packageName, files } = await makePlugin('waiting_list', { rootFolder: root, packageFolder })
    expect(packageName).toMatch(/-waiting-list$/)
    expect(files).toContain(`${packageFolder}/migrations/0001_items.ts`)
    for (const file of files) expect(await readFile(file, 'utf8')).not.toMatch(/\{\{\w+\}\}|#plugins\/waiting_list/)
    expect(await readFile(join(packageFolder, 'plugin.ts'), 'utf8')).toMatch(/compatibility: '\^/)
    expect(await readFile(join(root, 'plugins/index.ts'), 'utf8')).toBe(INDEX)
    expect(await readFile(join(root, 'tenants/acme/tenant.ts'), 'utf8')).toBe(TENANT)
    await expect(makePlugin('waiting_list', { rootFolder: root, packageFolder })).rejects.toThrow(/exists already/)
  })

  it('writes the plugin, adds it to the end of the list and leaves no placeholder', async () => {
    const { files, page, tenants } = await makePlugin('waiting_list', { rootFolder: root })
    expect(page).toBe('/waiting-list')
    expect(files).toContain('plugins/waiting_list/migrations/0201_items.ts')
    for (const file of files) expect(await readFile(join(root, file), 'utf8')).not.toMatch(/\{\{\w+\}\}/)
    expect(await readFile(join(root, 'plugins/index.ts'), 'utf8')).toBe(
      INDEX.replace("'./learning/plugin.js'\n", "'./learning/plugin.js'\nimport waitingList from './waiting_list/plugin.js'\n").replace(
        '[learning]',
        '[learning, waitingList]',
      ),
    )
    expect(tenants).toEqual(['acme'])
    expect(await readFile(join(root, 'tenants/acme/tenant.ts'), 'utf8')).toBe(TENANT.replace("'learning'", "'learning', 'waiting_list'"))
    await expect(makePlugin('waiting_list', { rootFolder: root })).rejects.toThrow(/exists already/)
  })

  it('names the plugin’s things in files, tables and types', async () => {
    const { files } = await makePlugin('waiting_list', { rootFolder: root, thing: 'entry' })
    expect(files).toContain('plugins/waiting_list/web/pages/EntriesPage.tsx')
    expect(files).toContain('plugins/waiting_list/migrations/0201_entries.ts')
    const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
    expect(
      texts
        .join('\n')
        .match(/\w*items?\b/gi)
        ?.filter((word) => word !== 'NavItem') ?? [],
    ).toEqual([])
    expect(texts.join('\n')).toContain('waiting_list_entries_company_id_name_unique')
  })

  it.each([
    ['Meeting', /lower-case/],
    ['two words', /lower-case/],
    ['class', /something already/],
    ['person', /something already/],
    ['acknowledgement', /too long/],
  ])('refuses "%s" as the name of a thing', async (thing, why) => {
    await expect(makePlugin('a_plugin_with_a_very_long_name', { rootFolder: root, thing: thing })).rejects.toThrow(why)
    expect(await readdir(join(root, 'plugins'))).toEqual(['index.ts', 'learning'])
  })

  it('adds to a list of many lines', async () => {
    await writeFile(join(root, 'plugins/index.ts'), INDEX.replace('[learning]', '[\n  learning,\n]'))
    await makePlugin('waiting_list', { rootFolder: root })
    expect(await readFile(join(root, 'plugins/index.ts'), 'utf8')).toContain('compose([learning, waitingList])')
  })
})
