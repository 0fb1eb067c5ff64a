import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// /trainingen/vragenpool: a list like the others, in which questions are tagged and archived without being changed.

const base = '/api/learning/questions'
const courses = '/api/learning/editor/courses'
let app: TestApp
let admin: TestClient
let course: number

interface Item {
  id: number
  key: string
  text: string
  type: string
  tags: string[]
  used: number
  answered: number
  archived: boolean
}

beforeAll(async () => {
  app = await testApp()
  admin = await signInAs('admin@platform.example')
  course = (await admin.get(courses)).body.data.find(({ shortname }: { shortname: string }) => shortname === 'tillen-en-dragen').id
})

const pool = async (query = '', client = admin) =>
  (await client.get(`${base}?course=${course}&per_page=100&${query}`)).body as {
    data: Item[]
    meta: { total: number }
  }
/** Runs a bulk action and waits for its end. */
async function act(body: Record<string, unknown>, client = admin) {
  const started = await client.post(`${base}/act`, body)
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  await app.settle()
  return (await client.get(`/api/core/tasks/${started.body.data.id}`)).body.data
}

describe('the list of questions', () => {
  it('has a row per question of the course, and is filtered, searched and sorted by the server', async () => {
    const all = (await pool()).data
    expect(all.length).toBeGreaterThan(5)
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    expect(all.some(({ used }) => used > 0)).toBe(true)
    const { type } = all[0]!
    const typed = (await pool(`type=${type}`)).data
    expect(typed.map(({ id }) => id).sort()).toEqual(
      all
        .filter((one) => one.type === type)
        .map(({ id }) => id)
        .sort(),
    )
    const word = all[0]!.text.split(' ').sort((a, b) => b.length - a.length)[0]!
    expect((await pool(`search=${encodeURIComponent(word)}`)).data.map(({ id }) => id)).toContain(all[0]!.id)
    expect((await pool('used=false')).data.every(({ used }) => used === 0)).toBe(true)
    const down = (await pool('sort=-text')).data.map(({ id }) => id)
    expect(down).toEqual((await pool('sort=text')).data.map(({ id }) => id).reverse())
    expect((await admin.get(`${base}?type=nonsense`)).status).toBe(422)
  })

  it('needs the same number of queries for ten rows as for a hundred', async () => {
    const [few, many] = [
      await app.countQueries(() => admin.get(`${base}?per_page=10`)),
      await app.countQueries(() => admin.get(`${base}?per_page=100`)),
    ]
    expect(many).toBe(few)
  })
})

describe('bulk actions on questions', () => {
  it('add tags next to the question, which can be searched, are exported to Moodle, and can be removed again', async () => {
    const [one, two] = (await pool()).data as [Item, Item]
    const ids = [one.id, two.id]
    expect(await act({ action: 'learning.tag', ids, input: { tag: 'herhaling' } })).toMatchObject({ state: 'done', failed: 0 })
    const found = (await pool('search=herhaling')).data
    expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(found.every(({ tags }) => tags.includes('herhaling'))).toBe(true)
    const xml = (await admin.get(`${courses}/${course}/questions/moodle?language=nl`)).body as string
    expect(xml.match(/<tag><text>herhaling<\/text><\/tag>/g)).toHaveLength(2)
    expect(await act({ action: 'learning.untag', ids: [one.id], input: { tag: 'herhaling' } })).toMatchObject({ state: 'done', failed: 0 })
    expect((await pool('search=herhaling')).data.map(({ id }) => id)).toEqual([two.id])
    for (const tag of ['', ' ', 'x'.repeat(51), 'a\nb']) {
      expect((await admin.post(`${base}/act`, { action: 'learning.tag', ids, input: { tag } })).status, JSON.stringify(tag)).toBe(422)
    }
  })

  it('archive them: no longer offered, listed in the archive, and restored by undo', async () => {
    const [gone, stays] = (await pool()).data as [Item, Item]
    const task = await act({ action: 'learning.archive', ids: [gone.id] })
    expect(task).toMatchObject({ state: 'done', failed: 0 })
    const offered = async () => (await admin.get(`${courses}/${course}/questions`)).body.data.map(({ key }: Item) => key)
    expect((await pool()).data.map(({ id }) => id)).not.toContain(gone.id)
    expect((await pool('archived=true')).data).toMatchObject([{ id: gone.id, archived: true }])
    expect(await offered()).not.toContain(gone.key)
    expect(await offered()).toContain(stays.key)
    expect((await admin.get(`${courses}/${course}/questions/moodle?language=nl`)).body).not.toContain(`>${gone.key}<`)
    expect((await admin.post(`/api/core/tasks/${task.id}/undo`)).status).toBeLessThan(300)
    await app.settle()
    expect((await pool()).data.map(({ id }) => id)).toContain(gone.id)
    expect((await pool('archived=true')).data).toEqual([])
  })

  it('cannot reach questions of others', async () => {
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    const theirs = await pool('', supervisor)
    expect(theirs.data).toEqual([])
    const [mine] = (await pool()).data as [Item]
    expect(await act({ action: 'learning.archive', ids: [mine.id] }, supervisor)).toMatchObject({ failed: 1 })
    expect((await pool()).data.map(({ id }) => id)).toContain(mine.id)
    const [{ id }] = (await supervisor.get(courses)).body.data as [{ id: number }]
    const content = Buffer.from('::Helm:: Wanneer draag je een helm? {=Altijd ~Nooit}')
    await supervisor.upload(`${courses}/${id}/questions`, 'file', { name: 'vragen.gift', type: 'text/plain', content })
    const own = (await supervisor.get(`${base}?per_page=100`)).body.data as Item[]
    expect(own.length).toBeGreaterThan(0)
    expect(await act({ action: 'learning.tag', ids: [own[0]!.id], input: { tag: 'eigen' } }, supervisor)).toMatchObject({ failed: 0 })
    expect((await supervisor.get(`${base}?search=eigen`)).body.data.map(({ id }: Item) => id)).toContain(own[0]!.id)
    // The list does not exist if the company may not edit courses.
    expect((await (await signInAs('beheerder@noordwind.example')).get(base)).status).toBe(404)
  })
})
