import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { compileMessages, compileSimple } from '../i18n/compile.js'

const essence = (ast: unknown) => JSON.parse(JSON.stringify(ast, (key, value) => (key === 'location' ? undefined : value)))

describe('compiling messages without the parser', () => {
  it.each(['Opslaan', 'Welkom bij {company}', '{from}–{to} van {count}', "We couldn't", '', 'a # b', '{ name }!'])(
    'gives the same result as the parser: %s',
    (text) => {
      expect(compileSimple(text)).toEqual(essence(parse(text)))
    },
  )
  it.each(['{n, plural, one {#} other {#}}', '<b>x</b>', "it''s", "'{x}'"])('leaves to the parser: %s', (text) => {
    expect(compileSimple(text)).toBeNull()
  })
  it('keeps compiled messages as they are and parses the rest', async () => {
    const ready = parse('x') as never
    const compiled = await compileMessages({ a: 'A', b: ready, c: '{n, plural, one {#} other {#}}' })
    expect(compiled.b).toBe(ready)
    expect(essence(compiled.c)).toEqual(essence(parse('{n, plural, one {#} other {#}}')))
  })
})
