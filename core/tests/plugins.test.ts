import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import type { PluginDefinition } from '#core/contract/plugin'

beforeAll(async () => {
  await testApp()
})

describe('every plugin', () => {
  it('gives packages its contract only', async () => {
    const { readdirSync, existsSync, readFileSync } = await import('node:fs')
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, string> }
    const given = Object.keys(exports).filter((path) => path.startsWith('./plugins/'))
    const contracts = readdirSync('plugins').filter((id) => existsSync(`plugins/${id}/contract`))
    expect(given.sort()).toEqual(contracts.map((id) => `./plugins/${id}/contract/*`).sort())
    for (const path of given) expect(exports[path]).toBe(`${path}.ts`)
  })

  it('renders each mail’s sample in every language with every placeholder filled', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { renderMail } = await import('#core/mail/render')
    const { LANGUAGES } = await import('#core/contract/languages')
    const company = {
      id: 1,
      login_id: 'x',
      name: 'Bedrijf & Zn. <b>',
      sender_name: 'Academie',
      logo_file: null,
      favicon_file: null,
      primary_color: '#ffff00',
      secondary_color: '#000000',
      theme: 'base',
      default_language: 'nl',
    }
    expect(pluginRegistry().mails.length).toBeGreaterThan(0)
    for (const mail of pluginRegistry().mails) {
      for (const language of LANGUAGES) {
        const { subject, html, text } = await renderMail(mail.trigger, language, { firstname: 'Sanne', ...mail.sample }, company)
        for (const part of [subject, html, text]) {
          expect(part, `${mail.trigger} in ${language}`).not.toContain(mail.trigger)
          expect(part).not.toMatch(/\{\w+\}|undefined/)
        }
        expect(html).not.toContain('<b>')
      }
    }
  })

  it('has every message in nl and en, with the same placeholders', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const { localesFolder } = await import('#core/plugins/folders')
    const { readFileSync } = await import('node:fs')
    const { IntlMessageFormat } = await import('intl-messageformat')
    interface Part {
      type: number
      value: string
      options?: Record<string, { value: Part[] }>
      children?: Part[]
    }
    const LITERAL = 0
    const POUND = 7
    const namesIn = (parts: Part[]): string[] =>
      parts.flatMap(({ type, value, options, children }) => [
        ...(type === LITERAL || type === POUND ? [] : [value]),
        ...Object.values(options ?? {}).flatMap((option) => namesIn(option.value)),
        ...namesIn(children ?? []),
      ])
    const placeholders = (text: string) => [...new Set(namesIn(new IntlMessageFormat(text, 'en').getAst() as Part[]))].sort()
    const wrong: string[] = []
    for (const plugin of pluginRegistry().plugins) {
      const [nl, en] = ['nl', 'en'].map(
        (lang) => JSON.parse(readFileSync(`${localesFolder(plugin)}/${lang}.json`, 'utf8')) as Record<string, string>,
      )
      expect(Object.keys(nl!).sort()).toEqual(Object.keys(en!).sort())
      for (const key of Object.keys(nl!)) {
        if (!nl![key]!.trim() || !en![key]!.trim()) wrong.push(`${key}: empty`)
        if (JSON.stringify(placeholders(nl![key]!)) !== JSON.stringify(placeholders(en![key]!))) wrong.push(`${key}: placeholders differ`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the registry stops the boot with one clear line', () => {
  const page = { name: 'sample.page', path: '/sample', access: { kind: 'anyone' }, title: 'sample.title' } as const
  const Controller = async () => ({ default: class {} })
  const cases: [string, unknown, RegExp][] = [
    ['a duplicate id', [{ id: 'sample' }, { id: 'sample' }], /"sample".*twice/],
    ['an id that is no id', [{ id: 'My Plugin' }], /lower case/],
    ['a page without access', [{ id: 'sample', pages: [{ ...page, access: undefined }] }], /"sample.page" has no access rule/],
    [
      'a route without access',
      [{ id: 'sample', routes: [{ method: 'GET', path: '/x', name: 'sample.x', handler: [Controller, 'x'] }] }],
      /"sample.x" has no access rule/,
    ],
    [
      'an unknown permission',
      [{ id: 'sample', pages: [{ ...page, access: { kind: 'permission', permission: 'sample.nope' } }] }],
      /"sample.nope", which no plugin declares/,
    ],
    ['an unmet requirement', [{ id: 'sample', requires: ['absent'] }], /requires plugin "absent"/],
    [
      'an unknown nav section',
      [{ id: 'sample', pages: [], nav: [{ section: 'cellar', page: 'x', label: 'y', icon: 'z', order: 1 }] }],
      /unknown section "cellar"/,
    ],
    [
      'a nav item to nowhere',
      [{ id: 'sample', nav: [{ section: 'main', page: 'sample.none', label: 'y', icon: 'z', order: 1 }] }],
      /unknown page "sample.none"/,
    ],
    [
      'a help article with two topics',
      [
        {
          id: 'sample',
          pages: [
            { ...page, help: { topic: 'account', article: 'absent' } },
            { ...page, name: 'sample.other', path: '/sample/other', help: { topic: 'tools', article: 'absent' } },
          ],
        },
      ],
      /help article "absent" has two topics/,
    ],
    [
      'a missing help article',
      [{ id: 'sample', pages: [{ ...page, help: { topic: 'account', article: 'absent' } }] }],
      /help article "absent" is missing in nl/,
    ],
    ['a missing message', [{ id: 'sample', pages: [page] }], /message "sample.title" is missing/],
    [
      'an opening of a public page',
      [{ id: 'sample', pages: [page], openings: { 'sample.page': async () => ({ default: async () => null }) } }],
      /an opening is of "sample.page"/,
    ],
    [
      'an opening for visitors of a page with bars',
      [{ id: 'sample', pages: [page], visitorOpenings: { 'sample.page': async () => ({ default: async () => null }) } }],
      /an opening for visitors is of "sample.page"/,
    ],
    ['personal data without handlers', [{ id: 'sample', personalTables: ['sample_people'] }], /personal data \(sample_people\)/],
    [
      'a parameter of no table',
      [
        {
          id: 'sample',
          routes: [{ method: 'GET', path: '/x/:id', name: 'sample.x', handler: [Controller, 'x'], access: { kind: 'anyone' } }],
        },
      ],
      /which table ":id" is of/,
    ],
    [
      'a schedule across companies',
      [{ id: 'sample', jobs: [{ name: 'sample.job', run: async () => {}, schedule: { cron: '* * * * *', each: 'platform' } }] }],
      /each: 'company'/,
    ],
    [
      'a frequent schedule that asks nobody whether there is work',
      [{ id: 'sample', jobs: [{ name: 'sample.job', run: async () => {}, schedule: { cron: '*/5 * * * *', each: 'company' } }] }],
      /say in `due` which of them have work/,
    ],
    ['a package without a range', [{ id: 'sample', folder: 'file:///elsewhere/sample/plugin.ts' }], /must say in `compatibility`/],
    ['a range that is none', [{ id: 'sample', compatibility: 'newest' }], /"newest" is no range/],
    [
      'a package for another version',
      [{ id: 'sample', compatibility: '^99.0.0' }],
      /works with the platform's versions \^99\.0\.0, and this is/,
    ],
    ['a foreign prefix', [{ id: 'sample', jobs: [{ name: 'other.job', run: async () => {} }] }], /must start with "sample."/],
  ]
  for (const [what, plugins, message] of cases) {
    it(`on ${what}`, async () => {
      const { validatePlugins } = await import('#core/plugins/validate')
      expect(() => validatePlugins(plugins as PluginDefinition[])).toThrow(message)
    })
  }
})
