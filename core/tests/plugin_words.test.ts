import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

// A plugin that an admin switches on for a company has a readable name, not that of its folder.
const plugins = join(import.meta.dirname, '../../plugins')
const switched = readdirSync(plugins, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((id) => !/^ {2}always: true,$/m.test(readFileSync(join(plugins, id, 'plugin.ts'), 'utf8')))

describe('a plugin that a company can have', () => {
  it('exists', () => expect(switched.length).toBeGreaterThan(15))
  it.each(['nl', 'en'])('has a name and a purpose in %s', (language) => {
    const silent = switched.flatMap((id) => {
      const words = JSON.parse(readFileSync(join(plugins, id, `locales/${language}.json`), 'utf8')) as Record<string, string>
      return ['about', 'about_text'].map((key) => `${id}.settings.${key}`).filter((key) => !words[key])
    })
    expect(silent).toEqual([])
  })
})
