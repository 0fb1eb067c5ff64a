import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { participationIn, participations } from './journey.js'

const shipped = fileURLToPath(new URL('../courses/tillen-en-dragen', import.meta.url))
let app: TestApp
let parent: string
let folder: string
beforeAll(async () => {
  app = await testApp()
  parent = await mkdtemp(join(tmpdir(), 'course-'))
  folder = join(parent, 'tillen-en-dragen')
  await cp(shipped, folder, { recursive: true })
})
afterAll(() => rm(parent, { recursive: true, force: true }))

const importIt = () => app.asSystem(async () => (await import('../server/course_import/course_importer.js')).importCourseFolder(folder))

async function everything() {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  return app.asSystem(async () => {
    const counts: Record<string, number> = {}
    for (const table of ['courses', 'course_versions', 'modules', 'activities', 'questions', 'activity_questions', 'restrictions']) {
      counts[table] = Number((await db.from(`learning_${table}`).count('* as n').first()).n)
    }
    return counts
  })
}

const change = async (file: string, from: string | RegExp, to: string) => {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  expect(text).toMatch(from)
  await writeFile(path, text.replace(from, to))
}

describe('importing a course folder', () => {
  it('changes nothing when the content is unchanged', async () => {
    const before = await everything()
    expect(await importIt()).toMatchObject({ outcome: 'unchanged', version: 1 })
    expect(await everything()).toEqual(before)
  })

  it('imports nothing when there is a mistake, and reports file and line', async () => {
    const before = await everything()
    await change('course.md', /price: \d+/, 'price: 12.5')
    const refused = await importIt()
    expect(refused).toMatchObject({ outcome: 'refused', mistakes: [{ file: 'course.md', code: 'number_not_whole' }] })
    expect(refused.outcome === 'refused' && refused.mistakes[0]!.line).toBeGreaterThan(1)
    expect(await everything()).toEqual(before)
  })

  it('publishes changed content as a new version, keeps unchanged questions, and leaves people on the version they began', async () => {
    const before = await everything()
    await change('course.md', 'price: 12.5', 'price: 60')
    const imports = await Promise.all([importIt(), importIt()])
    expect(imports.map(({ outcome }) => outcome).sort()).toEqual(['imported', 'unchanged'])
    const after = await everything()
    expect(after).toMatchObject({ courses: before.courses, course_versions: before.course_versions! + 1, questions: before.questions })
    const client = await signInAs('leerling@noordwind.example')
    const id = await participationIn(client, 'Toolbox tillen en dragen')
    expect((await client.get(`${participations}/${id}`)).status).toBe(200)
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const [row] = await app.asSystem(async () =>
      db
        .from('learning_participations as p')
        .join('learning_course_versions as v', 'v.id', 'p.version_id')
        .where('p.id', id)
        .select('v.number'),
    )
    expect(row.number).toBe(1)
  })

  it('never renders an author’s markup as a script', async () => {
    const { renderMarkdown } = await import('../server/course_import/markdown.js')
    for (const link of [
      '//evil.example',
      '/\\\\evil.example',
      '\\\\evil.example',
      '/%09/evil.example',
      'http://evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      const href = /href="([^"]*)"/.exec(renderMarkdown(`[x](<${link}>)`))?.[1]
      const leads = href && new URL(href, 'https://ours.example').href
      expect([link, leads ?? 'https://ours.example/']).toEqual([link, expect.stringMatching(/^https:\/\/ours\.example\//)])
    }
    expect(renderMarkdown('[x](https://ours.example/a) [y](/b)')).toMatch(/href="https:\/\/ours\.example\/a"[^]*href="\/b"/)
    const html = renderMarkdown(
      '# Kop\n<script>alert(1)</script>\n\n[klik](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n[site](https://example.org)',
    )
    expect(html).not.toMatch(/<script|<img|href="javascript/i)
    expect(html).toContain('<h2>Kop</h2>')
    expect(html).toContain('rel="noopener noreferrer"')
  })
})
