import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { HELP_TOPICS } from '#core/contract/pages'
import { createCompany, createParticipant, createSupervisor } from '#core/testing/factories'
import type { TestClient } from '#core/testing/client'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

interface Shown {
  plugin: string
  topic: string
  name: string
  title: string
  summary: string
  html: string
}
const articlesOf = async (client: TestClient) => (await client.get('/api/support/help')).body.data as Shown[]
const namesOf = async (client: TestClient) => (await articlesOf(client)).map(({ plugin, name }) => `${plugin}/${name}`)

describe('GET /api/support/help', () => {
  it('gives each role the articles about its own pages', async () => {
    const participant = await namesOf(await signInAs('leerling@noordwind.example'))
    expect(participant).toEqual(expect.arrayContaining(['core/account', 'learning/test', 'learning/results']))
    expect(participant).not.toContain('people/participants')
    const supervisor = await namesOf(await signInAs('beheerder@noordwind.example'))
    expect(supervisor).toEqual(expect.arrayContaining(['core/account', 'people/participants', 'groups/groups']))
    expect(supervisor).not.toContain('marketing/campaigns')
    expect(await namesOf(await signInAs('admin@platform.example'))).toContain('marketing/campaigns')
    expect((await app.visitor().get('/api/support/help')).status).toBe(401)
  })

  it('gives them by topic, in the order of the topics', async () => {
    const topics = (await articlesOf(await signInAs('admin@platform.example'))).map(({ topic }) => topic)
    const shown = [...new Set(topics)]
    expect(shown).toEqual(HELP_TOPICS.filter((topic) => shown.includes(topic)))
    // A topic is not interrupted by another.
    expect(topics).toEqual(shown.flatMap((topic) => topics.filter((other) => other === topic)))
    expect(shown.length).toBeGreaterThan(4)
  })

  it('leaves out the articles of plugins that are off, and links to them', async () => {
    const { loginId } = await createCompany({ plugins: ['learning', 'people', 'support', 'skills'] })
    const { email } = await createSupervisor(loginId, { signsIn: true })
    const articles = await articlesOf(await signInAs(email, undefined, loginId))
    expect(articles.map(({ plugin }) => plugin)).toContain('skills')
    expect(articles.map(({ plugin }) => plugin)).not.toContain('groups')
    const skills = articles.find(({ name }) => name === 'skills')!
    expect(skills.html).toContain('<a href="/skills/planning">')
    expect(skills.html).not.toContain('/extern/trainingen')
    expect(skills.html).not.toContain('page:')
  })

  it('writes them in the person’s language, with a first paragraph without marks', async () => {
    const { loginId } = await createCompany()
    const { email } = await createParticipant(loginId, { signsIn: true, language: 'en' })
    const article = (await articlesOf(await signInAs(email, undefined, loginId))).find(({ name }) => name === 'my-courses')!
    expect(article.title).toBe('Where do I start?')
    expect(article.summary).toBe('My courses lists your courses. Start with the one at the top.')
  })
})

const messagesIn = (lang: string) => {
  const folders = ['core', ...readdirSync('plugins').map((id) => `plugins/${id}`)].filter((folder) => existsSync(`${folder}/locales`))
  return {
    texts: new Set(
      folders.flatMap((folder) => Object.values(JSON.parse(readFileSync(`${folder}/locales/${lang}.json`, 'utf8')) as object)),
    ),
    articles: folders
      .filter((folder) => existsSync(`${folder}/help`))
      .flatMap((folder) => readdirSync(`${folder}/help/${lang}`).map((name) => `${folder}/help/${lang}/${name}`)),
  }
}

describe('every help article', () => {
  it.each(['nl', 'en'])('names buttons and fields as the screen does (%s)', (lang) => {
    const { texts, articles } = messagesIn(lang)
    expect(articles.length).toBeGreaterThan(20)
    const wrong = articles.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label]) => (texts.has(label) ? [] : `${path}: ${label}`)),
    )
    expect(wrong).toEqual([])
  })

  it('links to pages that exist', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const pages = new Set(pluginRegistry().pages.map(({ name }) => name))
    const linked = ['nl', 'en'].flatMap((lang) =>
      messagesIn(lang).articles.flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/\(page:([\w.]+)\)/g)].map(([, page]) => ({ path, page: page! })),
      ),
    )
    expect(linked.filter(({ page }) => !pages.has(page))).toEqual([])
  })
})
