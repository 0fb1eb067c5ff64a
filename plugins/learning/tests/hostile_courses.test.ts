import { ZipFile } from 'yazl'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// Courses built to block the server. Each of these once took from half a minute to many minutes; the limit is generous.

const base = '/api/learning/editor/courses'
const BOUND = 15_000
/** Milliseconds of CPU time of this process, which also runs the server. */
const cpuSince = (start: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
let supervisor: TestClient
let id: number
beforeAll(async () => {
  await testApp()
  supervisor = await signInAs('beheerder@bouwmeester.example')
  const course = { shortname: 'houdt-op', name: 'Houdt op', sector: 'construction', type: 'e-learning', languages: ['nl'] }
  id = (await supervisor.post(base, course)).body.data.id
})

const save = (kind: string, key: string, revision: number, content: unknown) =>
  supervisor.put(`${base}/${id}/draft/parts`, { kind, key, revision, content })
const outline = (key: string) => ({ modules: [{ key: 'deel', title: { nl: 'Deel' }, activities: [{ key, requires: [] }] }] })
let revision = 1
async function stepIs(key: string, content: object): Promise<void> {
  expect((await save('activity', key, 0, content)).status).toBe(200)
  expect((await save('outline', '', revision, outline(key))).status).toBe(200)
  revision += 1
}
async function checkedIn(bound: number) {
  const start = process.cpuUsage()
  const { status, body } = await supervisor.get(`${base}/${id}/draft/check`)
  expect(status).toBe(200)
  expect(cpuSince(start)).toBeLessThan(bound)
  return body.data as { mistakes: { kind: string; key: string; field: string; code: string }[] }
}

describe('a draft built to be slow', () => {
  it.each([
    ['plaatjes', '!['],
    ['tags', '<a '],
  ])('is checked quickly: %s', async (key, piece) => {
    await stepIs(key, {
      type: 'richtext',
      title: { nl: 'Tekst' },
      minutes: 1,
      body: { nl: piece.repeat(Math.floor(199_000 / piece.length)) },
    })
    await checkedIn(BOUND)
  })

  it('is checked quickly with a thousand unfinished questions', async () => {
    const questions = Array.from({ length: 1000 }, (_, n) => `vraag-${n}`)
    const quiz = {
      questionsPerAttempt: null,
      passPercentage: 70,
      maxAttempts: null,
      daysUntilNewAttempts: 0,
      countsForProgress: true,
      hasVideo: false,
      correctAnswerVisible: true,
      feedbackVisible: true,
      practice: false,
      lesson: null,
      timeLimitMinutes: null,
    }
    await stepIs('toets', { type: 'quiz', title: { nl: 'Toets' }, minutes: 1, intro: {}, quiz, questions })
    const empty = { type: 'single', text: {}, answers: [], content: {}, picture: null, pictureAlt: {}, tags: [], lesson: null }
    const rest = { feedbackCorrect: {}, feedbackIncorrect: {} }
    for (const key of questions) expect((await save('question', `toets/${key}`, 0, { ...empty, ...rest })).status).toBe(200)
    const { mistakes } = await checkedIn(BOUND)
    expect(mistakes).toContainEqual(expect.objectContaining({ kind: 'question', key: 'toets/vraag-0', code: 'text_empty' }))
    expect(mistakes.length).toBeLessThanOrEqual(200)
  })
})

describe('an archive built to be slow', () => {
  const sent = async (head: string) => {
    const file = new ZipFile()
    file.addBuffer(Buffer.from(`---\n${head}\n---\n`), 'traag/course.md')
    file.end()
    const chunks: Buffer[] = []
    for await (const chunk of file.outputStream) chunks.push(chunk as Buffer)
    const start = process.cpuUsage()
    const content = Buffer.concat(chunks)
    const answer = await supervisor.upload('/api/learning/editor/archives', 'archive', { name: 'a.zip', type: 'application/zip', content })
    return { ...answer, took: cpuSince(start) }
  }
  it.each([
    ['many keys', Array.from({ length: 45_000 }, (_, n) => `k${n}: 1`).join('\n')],
    ['many keys in one line', `a: {${Array.from({ length: 45_000 }, (_, n) => `k${n}: 1`).join(',')}}`],
    ['many names', Array.from({ length: 15_000 }, (_, n) => `k${n}: &a${n} 1\nl${n}: *a${n}`).join('\n')],
    ['deep', `a: ${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['deep maps', `a: ${'{a: '.repeat(60_000)}${'}'.repeat(60_000)}`],
    ['deep lists', `a:\n  ${'- '.repeat(200_000)}1`],
  ])('is refused quickly: %s', async (_what, head) => {
    const { status, body, took } = await sent(head)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'course_has_mistakes' })
    expect(took).toBeLessThan(BOUND)
  })
})

it('answers with a conflict, not an error, when a draft is opened while an archive is imported', async () => {
  const admin = await signInAs('admin@platform.example')
  const { id: course } = (await admin.get(base)).body.data.find(({ version }: { version: number | null }) => version !== null)
  const content = (await admin.get(`${base}/${course}/archive`)).bytes
  const send = () => admin.upload('/api/learning/editor/archives', 'archive', { name: 'a.zip', type: 'application/zip', content })
  for (let round = 0; round < 8; round += 1) {
    const answers = await Promise.all([send(), admin.post(`${base}/${course}/draft`), send(), admin.post(`${base}/${course}/draft`)])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
    expect((await admin.delete(`${base}/${course}/draft`)).status).toBe(200)
  }
})
