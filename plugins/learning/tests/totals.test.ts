import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// /totaal: people by courses. The screen, its numbers and its file must agree.

const base = '/api/learning/totals'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient
let course: number

interface Cell {
  id: number
  course: number
  status: string
  overdue: boolean
}
interface Item {
  id: number
  name: string
  cells: Cell[]
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
  course = (await supervisor.get('/api/learning/courses')).body.data[0].id
})

const rows = async (client: TestClient, query: string): Promise<Item[]> => (await client.get(`${base}?per_page=100&${query}`)).body.data
const columns = async (client: TestClient, query = '') => (await client.get(`${base}/columns?${query}`)).body.data
const cells = (items: Item[]) => items.flatMap((item) => item.cells)

/** Adds people with the course in each state. */
async function addPeople(count: number, set: (index: number) => Record<string, unknown>): Promise<number[]> {
  return app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    const version = await db.from('learning_course_versions').where('course_id', course).orderBy('number', 'desc').firstOrFail()
    const ids: number[] = []
    for (let index = 0; index < count; index++) {
      const member = await createParticipant('noordwind', { firstname: 'Totaal' })
      await db.table('learning_participations').insert({
        ...{ company_id: company.id, membership_id: member.id, course_id: course, version_id: version.id },
        ...set(index),
      })
      ids.push(member.id)
    }
    return ids
  })
}

describe('the matrix', () => {
  it('counts the people of each course in the selected states, for one state and for several', async () => {
    const total = async (query: string) => {
      const courses: { counts: { people: number } }[] = await columns(supervisor, query)
      return courses.reduce((sum, { counts }) => sum + counts.people, 0)
    }
    const [active, inactive, both] = [await total('status=active'), await total('status=inactive'), await total('status=active,inactive')]
    expect(active).toBeGreaterThan(0)
    expect(await total('')).toBe(active)
    expect(both).toBe(active + inactive)
  })

  it('has a row per participant and a cell per course, with numbers that add up', async () => {
    const all = await rows(supervisor, '')
    const heads = await columns(supervisor)
    expect(heads.length).toBeGreaterThan(1)
    for (const { id, counts } of heads) {
      const own = cells(all).filter((cell) => cell.course === id)
      expect(counts).toEqual({
        people: own.length,
        passed: own.filter(({ status }) => status === 'passed').length,
        overdue: own.filter(({ overdue }) => overdue).length,
      })
    }
    // One cell per course: for a course taken again, the latest participation.
    for (const { cells: own } of all) expect(new Set(own.map((cell) => cell.course)).size).toBe(own.length)
  })

  it('filters rows, cells and numbers by course, state, mandatory and overdue', async () => {
    await addPeople(3, (index) => ({
      status: index === 2 ? 'passed' : 'registered',
      due_at: addDays(today(), index === 0 ? -2 : 5),
      mandatory: index < 2,
    }))
    for (const query of [
      `course=${course}`,
      'state=passed',
      'mandatory=true',
      'overdue=true',
      `course=${course}&overdue=true&mandatory=true`,
    ]) {
      const found = await rows(supervisor, query)
      expect(found.length, query).toBeGreaterThan(0)
      expect(
        found.every((item) => item.cells.length > 0),
        query,
      ).toBe(true)
      const heads = await columns(supervisor, query)
      const sum = heads.reduce((total: number, { counts }: { counts: { people: number } }) => total + counts.people, 0)
      expect(sum, query).toBe(cells(found).length)
    }
    expect(cells(await rows(supervisor, 'overdue=true')).every(({ overdue }) => overdue)).toBe(true)
    expect((await supervisor.get(`${base}?state=nonsense`)).status).toBe(422)
    expect((await supervisor.get(`${base}?overdue=perhaps`)).status).toBe(422)
  })

  it('shows a participation as expired before the job has run', async () => {
    const [member] = await addPeople(1, () => ({
      status: 'busy',
      language: 'nl',
      expires_at: new Date(Date.now() - 1000),
      due_at: addDays(today(), -1),
    }))
    const item = (await rows(supervisor, 'state=expired')).find(({ id }) => id === member)!
    expect(item.cells[0]).toMatchObject({ status: 'expired', overdue: false })
  })

  it('shows a supervisor their own people, and an admin the chosen company', async () => {
    const other = await signInAs('beheerder@bouwmeester.example')
    const own = new Set((await rows(supervisor, '')).map(({ id }) => id))
    expect((await rows(other, '')).some(({ id }) => own.has(id))).toBe(false)
    const { data: companies } = (await admin.get(`${base}/companies`)).body
    const noordwind = companies.find(({ name }: { name: string }) => name === 'Noordwind').id
    expect(new Set((await rows(admin, `company=${noordwind}`)).map(({ id }) => id))).toEqual(own)
    expect(await columns(admin, `company=${noordwind}`)).toEqual(await columns(supervisor))
    // Nothing is counted over all companies at once.
    expect((await columns(admin)).every(({ counts }: { counts: unknown }) => counts === null)).toBe(true)
    expect((await supervisor.get(`${base}/companies`)).body.data).toHaveLength(1)
  })

  it('needs the same number of queries for 10 rows as for 100', async () => {
    await addPeople(40, () => ({ status: 'registered' }))
    const ask = (size: number) => app.countQueries(() => supervisor.get(`${base}?per_page=${size}`))
    const few = await ask(10)
    expect(await ask(100)).toBe(few)
    expect(few).toBeLessThanOrEqual(4)
    expect(await app.countQueries(() => supervisor.get(`${base}/columns`))).toBeLessThanOrEqual(2)
  })
})

describe('the file', () => {
  it('has the same people, courses and states as the screen, in both formats', async () => {
    const query = `state=registered&course=${course}`
    const shown = await rows(supervisor, query)
    const [head] = await columns(supervisor, query)
    const csv = await supervisor.post(`${base}/export`, { format: 'csv', filter: query })
    const lines = String(csv.body)
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
    expect(lines[0]!.split(';').map((cell) => cell.replaceAll('"', ''))).toEqual(['Deelnemer', 'E-mailadres', 'Bedrijf', head.name])
    expect(lines.length - 1).toBe(shown.length)
    expect(lines.slice(1).every((line) => /Niet gestart/.test(line))).toBe(true)
    const { bytes } = await supervisor.post(`${base}/export`, { format: 'xlsx', filter: query })
    const sheet = (await readXlsx(bytes)).sheets[0]!
    expect(sheet.rows.length).toBe(shown.length + 1)
    expect(sheet.rows[0]!.map(String)).toContain(head.name)
  })
})
