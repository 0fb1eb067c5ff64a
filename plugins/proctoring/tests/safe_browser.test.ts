import { readFileSync } from 'node:fs'
import { parse } from 'plist'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs } from '#core/testing/app'
import { configKey, requestHash, sebJson, type SebSettings } from '../server/services/safe_browser/config_key.js'
import { type Candidate, prepareFor, type RecordedWorld, recordedWorld, sendPiece, sha256, startQuiz } from './recorded.js'

// The keys of Safe Exam Browser as its developer documentation defines them, and the requests that are refused without them.

describe('the Config Key', () => {
  it('matches settings that a real Safe Exam Browser saved', () => {
    const { config_key: expected, settings } = JSON.parse(readFileSync(new URL('./config_key_vector.json', import.meta.url), 'utf8'))
    expect(configKey({ ...settings, originatorVersion: 'SEB_OSX_2.1.4_2B66' })).toBe(expected)
    // The order of the keys in the file does not matter.
    expect(configKey(Object.fromEntries(Object.entries(settings as SebSettings).reverse()))).toBe(expected)
  })

  it('serializes settings as the documentation defines', () => {
    const settings: SebSettings = {
      originatorVersion: 'x',
      urlFilterRegex: true,
      URLFilterRules: [{ expression: 'a\\.b "c"', active: true, none: {} }],
      allowWlan: 1.5,
      allowAlways: [],
      empty: {},
      salt: Buffer.from([1, 2, 255]),
      at: new Date('1940-10-09T22:13:56Z'),
    }
    expect(sebJson(settings)).toBe(
      '{"allowAlways":[],"allowWlan":1.5,"at":"1940-10-09T22:13:56Z","salt":"AQL/",' +
        '"urlFilterRegex":true,"URLFilterRules":[{"active":true,"expression":"a\\.b "c""}]}',
    )
    expect(requestHash('https://example.com/quiz?page=4#top', 'key')).toBe(sha256(Buffer.from('https://example.com/quiz?page=4key')))
  })
})

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a quiz for Safe Exam Browser', () => {
  let world: RecordedWorld
  let key: string
  let origin: string
  const exam = () => `/api/proctoring/browsers/${world.course}/examen`
  const hashed = (path: string, extra: Record<string, string> = {}) => ({
    'x-safeexambrowser-configkeyhash': requestHash(`${origin}${path}`, key),
    ...extra,
  })
  const base = ({ participation, activity }: Candidate) => `/api/learning/participations/${participation}/activities/${activity}/attempts`
  const begin = (who: Candidate, headers: Record<string, string> = {}) => who.client.post(base(who), { touch_only: false }, headers)
  async function running(): Promise<{ who: Candidate; attempt: number }> {
    const who = await world.candidate()
    await prepareFor(who)
    return { who, attempt: (await begin(who, hashed(base(who)))).body.data.id }
  }

  beforeAll(async () => {
    world = await recordedWorld({ rules: ['safe_browser: true'] })
    const file = await world.app.visitor().get(`${exam()}/exam.seb`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/seb'])
    // The key is computed from the file as Safe Exam Browser reads it.
    const settings = parse(Buffer.from(file.bytes).toString()) as unknown as SebSettings
    key = configKey(settings)
    origin = new URL(String(settings.startURL)).origin
    expect(new URL(String(settings.startURL)).pathname).toBe(`/deelnemer/examen/${world.course}/examen`)
  })

  it('redirects from the start address of its file to the person’s own attempt', async () => {
    const who = await world.candidate()
    expect((await who.client.get(`${exam()}/start`)).body.data).toEqual({ participation: who.participation, activity: who.activity })
    const stranger = await (await recordedWorld()).candidate()
    expect((await stranger.client.get(`${exam()}/start`)).status).toBe(404)
    expect((await who.client.get(`/api/proctoring/browsers/${world.course}/other/start`)).status).toBe(404)
  })

  it('shows what to open in another browser, and confirms Safe Exam Browser', async () => {
    const who = await world.candidate()
    const path = `/api/proctoring/quizzes/${who.participation}/${who.activity}`
    const asked = (headers?: Record<string, string>) => who.client.get(path, headers).then(({ body }) => body.data.browser)
    expect(await asked()).toMatchObject({ proven: false, file: `${origin}${exam()}/exam.seb` })
    expect((await asked()).open).toMatch(/^sebs?:\/\//)
    expect(await asked(hashed(path))).toMatchObject({ proven: true })
  })

  it('refuses every request of an attempt from another browser, and accepts requests with the hash of their own address', async () => {
    const other = await world.candidate()
    await prepareFor(other)
    expect(code(await startQuiz(other))).toEqual([409, 'safe_browser_required'])
    const { who, attempt } = await running()
    const at = `/api/learning/attempts/${attempt}`
    const refused = await who.client.get(at)
    expect([refused.status, refused.body.code, refused.body.participation, refused.body.activity]).toEqual([
      409,
      'safe_browser_required',
      who.participation,
      who.activity,
    ])
    const { questions } = (await who.client.get(at, hashed(at))).body.data
    for (const question of questions) {
      const path = `${at}/answers/${question.id}`
      const answers = { answers: [question.answers[0].key] }
      expect(code(await who.client.put(path, answers))).toEqual([409, 'safe_browser_required'])
      // A hash of another address is not valid for this one.
      expect(code(await who.client.put(path, answers, hashed(at)))).toEqual([409, 'safe_browser_required'])
      expect((await who.client.put(path, answers, hashed(path))).status).toBe(200)
    }
    expect(code(await sendPiece(who.client, attempt, 0))).toEqual([409, 'safe_browser_required'])
    const marks = `/api/proctoring/attempts/${attempt}/marks`
    const mark = { marks: [{ kind: 'paste', at: new Date().toISOString() }] }
    expect(code(await who.client.post(marks, mark))).toEqual([409, 'safe_browser_required'])
    expect((await who.client.post(marks, mark, hashed(marks))).status).toBe(200)
    expect(code(await who.client.post(`${at}/submit`))).toEqual([409, 'safe_browser_required'])
    expect((await who.client.post(`${at}/submit`, {}, hashed(`${at}/submit`))).status).toBe(200)
  })

  it('accepts the keys of the JavaScript interface for the address of our own page, and of no other site', async () => {
    const { who, attempt } = await running()
    const at = `/api/learning/attempts/${attempt}`
    const told = (page: string, config = requestHash(page, key)) => ({ 'x-exam-browser-page': page, 'x-exam-browser-config': config })
    const page = `${origin}/deelnemer/training/quiz/poging/${attempt}`
    expect((await who.client.get(at, told(page))).status).toBe(200)
    expect((await who.client.get(at, told(page, requestHash(`${page}0`, key)))).status).toBe(409)
    expect((await who.client.get(at, told('https://evil.example/page'))).status).toBe(409)
    expect((await who.client.get(at, told(`${origin}.evil.example/page`))).status).toBe(409)
    // As many characters as a hash, but twice its bytes.
    expect((await who.client.get(at, { 'x-safeexambrowser-configkeyhash': 'é'.repeat(64) })).status).toBe(409)
  })

  it('refuses replayed hashes of another attempt, another exam and another address, and changes nothing', async () => {
    const { who, attempt } = await running()
    const { who: victim, attempt: other } = await running()
    const at = `/api/learning/attempts/${other}`
    const stateOf = () =>
      world.app.asSystem(async () => {
        const { default: db } = await import('@adonisjs/lucid/services/db')
        const { status, submitted_at: at } = await db.from('learning_attempts').where('id', other).firstOrFail()
        const [{ n }] = await db.from('learning_attempt_questions').where('attempt_id', other).whereNotNull('given').count('* as n')
        return { status, at, given: Number(n) }
      })
    const before = await stateOf()
    const { questions } = (await victim.client.get(at, hashed(at))).body.data
    const answer = `${at}/answers/${questions[0].id}`
    const body = { answers: [questions[0].answers[0].key] }
    // The exam of another course has another file, and so another Config Key.
    const foreign = await recordedWorld({ rules: ['safe_browser: true'] })
    const file = await foreign.app.visitor().get(`/api/proctoring/browsers/${foreign.course}/examen/exam.seb`)
    const foreignKey = configKey(parse(Buffer.from(file.bytes).toString()) as unknown as SebSettings)
    expect(foreignKey).not.toBe(key)
    const withKey = (path: string, one: string) => ({ 'x-safeexambrowser-configkeyhash': requestHash(`${origin}${path}`, one) })
    const own = `/api/learning/attempts/${attempt}`
    for (const headers of [
      hashed(own),
      hashed(`${own}/submit`),
      hashed(`${own}/answers/${questions[0].id}`),
      withKey(answer, foreignKey),
      withKey(`${at}/submit`, foreignKey),
      { 'x-safeexambrowser-configkeyhash': key },
    ]) {
      expect(code(await victim.client.put(answer, body, headers))).toEqual([409, 'safe_browser_required'])
      expect(code(await victim.client.post(`${at}/submit`, {}, headers))).toEqual([409, 'safe_browser_required'])
    }
    // A good hash opens nobody else's attempt.
    expect((await who.client.put(answer, body, hashed(answer))).status).toBe(404)
    expect((await who.client.post(`${at}/submit`, {}, hashed(`${at}/submit`))).status).toBe(404)
    expect(await stateOf()).toEqual(before)
  })

  it('accepts only versions whose Browser Exam Key an admin entered', async () => {
    const admin = await signInAs('admin@platform.example')
    const exams = [sha256(Buffer.from('Windows')), sha256(Buffer.from('macOS'))]
    expect((await admin.put(exam(), { keys: ['short'] })).status).toBe(422)
    expect((await admin.put(`/api/proctoring/browsers/${world.course}/other`, { keys: exams })).status).toBe(404)
    const { who, attempt } = await running()
    expect((await admin.put(exam(), { keys: exams })).status).toBe(200)
    expect((await admin.get(exam())).body.data).toMatchObject({ config_key: key, keys: exams })
    const at = `/api/learning/attempts/${attempt}`
    const withKey = (one: string) => hashed(at, { 'x-safeexambrowser-requesthash': requestHash(`${origin}${at}`, one) })
    expect(code(await who.client.get(at, hashed(at)))).toEqual([409, 'safe_browser_required'])
    expect(code(await who.client.get(at, withKey(sha256(Buffer.from('Linux')))))).toEqual([409, 'safe_browser_required'])
    expect((await who.client.get(at, withKey(exams[1]!))).status).toBe(200)
    expect((await admin.put(exam(), { keys: [] })).status).toBe(200)
    expect((await who.client.get(at, hashed(at))).status).toBe(200)
  })

  it('ignores another site’s host in a request', async () => {
    const { who, attempt } = await running()
    const at = `/api/learning/attempts/${attempt}`
    const forged = { 'x-forwarded-host': 'evil.example', 'x-safeexambrowser-configkeyhash': requestHash(`https://evil.example${at}`, key) }
    expect((await who.client.get(at, forged)).status).toBe(409)
  })
})
