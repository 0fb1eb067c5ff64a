import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const read = (lang: string) => JSON.parse(readFileSync(join(web, `../core/locales/${lang}.json`), 'utf8')) as Record<string, string>

/** IDs that are literals in the code; composed ones (`core.status.${kind}…`) cannot be found here. */
function usedIds(): string[] {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tests/'))
  const found = files.flatMap((file) => [
    ...readFileSync(join(web, file), 'utf8').matchAll(/\bt\(\s*(?:[^()'"`]*\?\s*)?'(core\.[\w.-]+)'(?:\s*:\s*'(core\.[\w.-]+)')?/g),
  ])
  return [...new Set(found.flatMap((match) => [match[1], match[2]]).filter((id) => id !== undefined))]
}

describe('messages of core', () => {
  const ids = usedIds()
  it('are found in the code at all', () => expect(ids.length).toBeGreaterThan(80))
  it.each(['nl', 'en'])('all exist in %s', (lang) => {
    const messages = read(lang)
    expect(ids.filter((id) => !(id in messages))).toEqual([])
  })
  it('have the same ids in both languages', () => {
    expect(Object.keys(read('nl')).sort()).toEqual(Object.keys(read('en')).sort())
  })
})
