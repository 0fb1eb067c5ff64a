import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const recipes = read('docs/recipes.md')
const blocks = [...recipes.matchAll(/```tsx?\n([\s\S]*?)```/g)].map((match) => match[1]!)

/** Resolves `#core/kit/days` to its file. */
function fileOf(specifier: string): string | undefined {
  const path = specifier.replace(/^#/, '')
  return [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => existsSync(join(root, file)))
}

const exportsName = (file: string, name: string) =>
  new RegExp(`export [^;]*?\\b${name}\\b`).test(read(file)) || (name === 'vine' && /export \{ default \}|export default/.test(read(file)))

describe('the recipes', () => {
  const imports = blocks.flatMap((block) =>
    [...block.matchAll(/import (.+) from '(#[\w/]+)'/g)].map((match) => ({
      specifier: match[2]!,
      names: match[1]!.replace(/[{}]|\btype\b/g, '').split(',').map((name) => name.trim()).filter(Boolean), // prettier-ignore
    })),
  )

  it('import existing modules', () => {
    expect(imports.length).toBeGreaterThan(15)
    for (const { specifier, names } of imports) {
      const file = fileOf(specifier)
      expect(file, specifier).toBeDefined()
      for (const name of names) expect(exportsName(file!, name), `${name} of ${specifier}`).toBe(true)
    }
  })

  it('import only what plugins may use', () => {
    for (const { specifier } of imports) expect(specifier).toMatch(/^#(core\/(contract|kit)\/|plugins\/\w+\/contract\/|web\/\w+$)/)
  })

  it('link to existing headings', () => {
    const anchors = [...recipes.matchAll(/^#+ (.+)$/gm)].map((match) => match[1]!.toLowerCase().replace(/[^\w\s-]/g, '').replaceAll(' ', '-')) // prettier-ignore
    for (const [, anchor] of recipes.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor)
  })
})

describe('the table of the kit', () => {
  it('lists every module and only existing exports', () => {
    const rows = [...read('core/kit/README.md').matchAll(/^\| `#core\/kit\/(\w+)` \| (.+?) \|/gm)]
    const files = rows.map((match) => `core/kit/${match[1]}.ts`)
    expect(files.sort()).toEqual(
      readdirSync(join(root, 'core/kit'))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `core/kit/${file}`)
        .sort(),
    )
    for (const [, module, gives] of rows) {
      const names = [...gives!.matchAll(/`(\w+)(?:\(\))?`/g)].map((match) => match[1]!)
      const source =
        read(`core/kit/${module}.ts`) +
        (module === 'validation' ? read('core/http/validation.ts') : '') +
        read('core/tenancy/tenant_schema.ts')
      expect(
        names.filter((name) => !new RegExp(`\\b${name}\\b`).test(source)),
        module,
      ).toEqual([])
    }
  })
})
