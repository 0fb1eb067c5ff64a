import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getSchema } from '@tiptap/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { survivesEditor, toDocument, toMarkdown } from '../web/editor/rich_text/markdown.js'
import { courseExtensions } from '../web/editor/rich_text/schema.js'

const courses = fileURLToPath(new URL('../courses/', import.meta.url))
const files = (await readdir(courses, { recursive: true })).filter((name) => /\/[a-z]{2}\/.*\.md$/.test(`/${name}`))
const schema = getSchema(courseExtensions())
const through = (text: string) => toMarkdown(toDocument(text, schema))

// The callout titles come from the messages.
beforeAll(() => testApp())
async function render(text: string, pictures: Record<string, never> = {}): Promise<string> {
  const { renderMarkdown } = await import('../server/course_import/markdown.js')
  return renderMarkdown(text, { language: 'nl', pictures }).replace(/\s+/g, ' ').trim()
}
const picture = { hash: 'a'.repeat(64), contentType: 'image/png', width: 4, height: 3 } as never

describe('a text that goes through the editor', () => {
  it.each(files)('%s keeps its meaning', async (name) => {
    const body = (await readFile(`${courses}${name}`, 'utf8')).split(/^---$/m).slice(2).join('---').trim()
    const pictures = Object.fromEntries([...body.matchAll(/\((pictures\/[^\s)]+)/g)].map(([, path]) => [path, picture]))
    expect(await render(through(body), pictures)).toBe(await render(body, pictures))
    // A second round trip does not change it either.
    expect(through(through(body))).toBe(through(body))
  })

  it.each([
    '## Kop\n\nTekst met **vet**, *schuin*, ~~weg~~, `code` en [een link](https://example.org/a_b).',
    '- een\n- twee\n  - genest\n  - nog een\n- drie',
    '- los\n\n- met ruimte',
    '3. drie\n4. vier\n   1. binnen',
    '> citaat\n>\n> tweede',
    ':::danger Nooit alleen\nTekst\n\n- lijst\n:::\n\n:::tip\nKort\n:::',
    '| a | b \\| c |\n| --- | --- |\n| **x** | [y](https://example.org) |\n| 1 | |',
    '![Wat je ziet](pictures/a.png "Een bijschrift")\n\nEn in ![klein](pictures/a.png) de tekst.',
    '```\n<script>\n```\n\n    ingesprongen',
    'een  \ntwee\n\n---\n\ndrie',
    '1 < 2 en 3 > 2 & \\*geen schuin\\*, snake_case_naam en 5 * 3 * 2',
    '# Grote kop\n\n#### Kleine kop',
    'Kijk op https://example.org of mail a@example.org',
    '1\\. geen lijst\n\n\\- ook niet\n\n\\# geen kop',
  ])('%j keeps its meaning', async (text) => {
    const pictures = { 'pictures/a.png': picture }
    expect(await render(through(text), pictures)).toBe(await render(text, pictures))
    expect(survivesEditor(text)).toBe(true)
  })

  it('keeps typed text that looks like markup', async () => {
    const { reportMarkdown } = await import('../server/course_import/source_file.js')
    for (const typed of ['<script>alert(1)</script>', ':::danger', '&lt;b&gt;', '<!-- x -->', '| geen | tabel |', '*x* _y_ `z` [a](b)']) {
      const document = schema.node('doc', null, [schema.node('paragraph', null, [schema.text(typed)])])
      const written = toMarkdown(document)
      const again = toDocument(written, schema)
      expect([typed, again.textContent, again.childCount]).toEqual([typed, typed, 1])
      const wrong: string[] = []
      reportMarkdown({ bodyLine: 1, file: { report: (_: number, code: string) => wrong.push(code) } } as never, written)
      expect([typed, wrong]).toEqual([typed, []])
    }
  })
})
