import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs } from '#core/testing/app'
import {
  answerAll,
  type Candidate,
  film,
  prepareFor,
  type RecordedWorld,
  recordedWorld,
  sendPiece,
  sha256,
  startQuiz,
  takeQuiz,
} from './recorded.js'

// Consent, and pieces as a bad network or a forger sends them.

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  world = await recordedWorld()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const quiz = ({ participation, activity }: Candidate) => `/api/proctoring/quizzes/${participation}/${activity}`
const code = ({ status, body }: { status: number; body: { code?: string; errors?: { rule: string }[] } }) => [
  status,
  body.errors?.[0]?.rule ?? body.code,
]

describe('before the quiz', () => {
  it('shows who reviews it, for how long it is stored and under which terms', async () => {
    const who = await world.candidate()
    const { data } = (await who.client.get(quiz(who))).body
    expect(data).toMatchObject({ provider: world.provider.name, retention_days: 30, minutes: 30, questions: 5, agreed: false })
    expect(data.terms.text).toBe('Neem je paspoort mee.')
  })

  it('starts only after consent and both photos, and never on a phone', async () => {
    const who = await world.candidate()
    expect(code(await startQuiz(who))).toEqual([409, 'recording_not_prepared'])
    expect(code(await who.client.post(`${quiz(who)}/prepare`, { consent: false, terms_mark: null }))[0]).toBe(422)
    expect(code(await who.client.post(`${quiz(who)}/prepare`, { consent: true, terms_mark: 'other' }))).toEqual([422, 'terms_changed'])
    const { terms_mark: mark } = (await who.client.get(quiz(who))).body.data
    expect((await who.client.post(`${quiz(who)}/prepare`, { consent: true, terms_mark: mark })).status).toBe(200)
    expect((await who.client.post(`${quiz(who)}/prepare`, { consent: true, terms_mark: mark })).status).toBe(200)
    expect(code(await startQuiz(who))).toEqual([409, 'recording_not_prepared'])
    const text = { name: 'id.jpg', type: 'image/jpeg', content: 'no picture' }
    expect(code(await who.client.upload(`${quiz(who)}/photos/id`, 'photo', text))).toEqual([422, 'not_an_image'])
    await prepareFor(who)
    const onPhone = await who.client.post(`/api/learning/participations/${who.participation}/activities/${who.activity}/attempts`, {
      touch_only: true,
    })
    expect(code(onPhone)).toEqual([409, 'quiz_not_on_phone'])
    expect((await startQuiz(who)).status).toBe(200)
    const rows = await world.app.asSystem(() => db.from('proctoring_recordings').where('participation_id', who.participation))
    expect(rows).toHaveLength(1)
  })

  it('stores the version of the terms that the participant agreed to, also when the provider changes them afterwards', async () => {
    const changing = await recordedWorld()
    const [early, later] = [await changing.candidate(), await changing.candidate()]
    const old = (await early.client.get(quiz(early))).body.data.terms_mark
    await prepareFor(early)
    const change = async (text: string) => {
      const admin = await signInAs('admin@platform.example')
      const path = `/api/companies/${changing.provider.id}`
      const { updated_at: version } = (await admin.get(path)).body.data
      const saved = await admin.patch(path, { updated_at: version, settings: { companies: { exam_terms: { nl: text, en: text } } } })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }
    await change('Neem ook je rijbewijs mee.')
    expect(code(await later.client.post(`${quiz(later)}/prepare`, { consent: true, terms_mark: old }))).toEqual([422, 'terms_changed'])
    await prepareFor(later)
    const markOf = async ({ participation }: Candidate) =>
      (await changing.app.asSystem(() => db.from('proctoring_recordings').where('participation_id', participation).firstOrFail()))
        .terms_mark
    expect(await markOf(early)).toBe(old)
    expect(await markOf(later)).not.toBe(old)
  })

  it('mails the supervisors once when a participant does not want to be recorded', async () => {
    const who = await world.candidate()
    for (let time = 0; time < 2; time++) expect((await who.client.post(`${quiz(who)}/refuse`)).status).toBe(200)
    await world.app.settle()
    const mails = await world.app.asSystem(() => db.from('core_mail_outbox').where('trigger', 'proctoring.mail.refused'))
    expect(mails).toHaveLength(1)
  })

  it('answers an error for another person, for a quiz without a recording, and without a provider', async () => {
    const who = await world.candidate()
    const other = await world.candidate()
    expect((await other.client.get(quiz(who))).status).toBe(404)
    expect((await other.client.post(`${quiz(who)}/refuse`)).status).toBe(404)
    expect((await who.client.get(quiz({ ...who, activity: who.activity - 1 }))).status).toBe(404)
    const without = await (await recordedWorld({ withProvider: false })).candidate()
    expect(code(await without.client.get(quiz(without)))).toEqual([409, 'no_examiner'])
    expect(code(await without.client.post(`${quiz(without)}/prepare`, { consent: true, terms_mark: null }))).toEqual([409, 'no_examiner'])
  })
})

describe('extra time', () => {
  it('can be granted in bulk, is shown before the start, and counts from the next attempt on', async () => {
    const who = await world.candidate()
    const act = async (percent: number) => {
      const sent = { action: 'proctoring.extra_time', ids: [who.member.id], input: { percent } }
      const answer = await world.supervisor.post('/api/people/participants/act', sent)
      await world.app.settle()
      return answer
    }
    expect((await act(101)).status).toBe(422)
    expect((await act(25)).status).toBe(202)
    expect((await who.client.get(quiz(who))).body.data).toMatchObject({ minutes: 38, extra_time: 8 })
    await prepareFor(who)
    const attempt: number = (await startQuiz(who)).body.data.id
    const row = await world.app.asSystem(() => db.from('learning_attempts').where('id', attempt).firstOrFail())
    expect(Math.round((row.ends_at - row.started_at) / 60_000)).toBe(38)
    await act(0)
    expect((await who.client.get(quiz(who))).body.data).toMatchObject({ minutes: 30, extra_time: 0 })
    const mails = await world.app.asSystem(() =>
      db
        .from('core_mail_outbox')
        .where({ membership_id: who.member.id, trigger: 'proctoring.mail.extra_time' })
        .orderBy('id')
        .select('subject'),
    )
    expect(mails).toEqual([{ subject: 'Je krijgt 25% extra toetstijd' }, { subject: 'Je extra toetstijd is vervallen' }])
  })
})

describe('pieces', () => {
  let who: Candidate
  let attempt: number
  beforeAll(async () => {
    who = await world.candidate()
    await prepareFor(who)
    attempt = (await startQuiz(who)).body.data.id
  })
  const numbers = async () => (await who.client.get(`/api/proctoring/attempts/${attempt}/pieces`)).body.data.camera

  it('are stored once each in any order, and a reload continues after the last', async () => {
    for (const number of [2, 0, 5]) expect((await sendPiece(who.client, attempt, number)).body).toMatchObject({ outcome: 'kept' })
    expect((await sendPiece(who.client, attempt, 2)).body).toMatchObject({ outcome: 'known' })
    expect(await numbers()).toEqual({ received: [0, 2, 5], next: 6 })
    expect(code(await sendPiece(who.client, attempt, 2, {}, film(1)))).toEqual([409, 'piece_differs'])
    const twice = await Promise.all([sendPiece(who.client, attempt, 9), sendPiece(who.client, attempt, 9)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await numbers()).received).toEqual([0, 2, 5, 9])
  })

  it('are refused with a code when forged, broken or too large, and valid ones remain', async () => {
    const before = await numbers()
    expect(code(await sendPiece(who.client, attempt, 20, { sha256: sha256(film(1)) }, film(0)))).toEqual([422, 'hash_differs'])
    expect(code(await sendPiece(who.client, attempt, 20, {}, Buffer.from('MZ not a film')))).toEqual([422, 'wrong_file_type'])
    expect(code(await sendPiece(who.client, attempt, 20, {}, Buffer.alloc(9 * 1024 * 1024)))).toEqual([422, 'too_large'])
    expect((await sendPiece(who.client, attempt, 20, { at: 'yesterday' })).status).toBe(422)
    expect((await sendPiece(who.client, attempt, 20, { ms: '-1' })).status).toBe(422)
    expect((await sendPiece(who.client, attempt, -1)).status).toBe(422)
    expect((await sendPiece(who.client, attempt, 999_999)).status).toBe(422)
    const other = await world.candidate()
    expect((await sendPiece(other.client, attempt, 21)).status).toBe(404)
    expect((await sendPiece(who.client, attempt + 1000, 21)).status).toBe(404)
    expect(await numbers()).toEqual(before)
    const loose = await world.app.asSystem(() => db.from('core_files').where('purpose', 'proctoring.piece').whereNull('attached_at'))
    // The file of the other of two concurrent requests; it is cleaned up within a day.
    expect(loose.length).toBeLessThanOrEqual(1)
  })

  it('of another attempt, another person or another company are refused with a code, and no attempt changes', async () => {
    const count = (of: number) =>
      world.app.asSystem(async () => {
        const rows = await db
          .from('proctoring_pieces as p')
          .join('proctoring_recordings as r', 'r.id', 'p.recording_id')
          .where('r.attempt_id', of)
          .orderBy('p.id')
          .select('p.number', 'p.sha256')
        return rows.map(({ number, sha256: hash }) => `${number}:${hash}`)
      })
    const colleague = await world.candidate()
    await prepareFor(colleague)
    const theirs: number = (await startQuiz(colleague)).body.data.id
    expect((await sendPiece(colleague.client, theirs, 0)).status).toBe(200)
    const stranger = await (await recordedWorld()).candidate()
    const [own, other] = [await count(attempt), await count(theirs)]
    for (const client of [who.client, stranger.client, world.supervisor, world.app.visitor()])
      expect([401, 403, 404]).toContain((await sendPiece(client, theirs, 1)).status)
    // One's own finished attempt accepts nothing once an examiner has claimed it.
    await answerAll(world, colleague, theirs)
    expect((await colleague.client.post(`/api/learning/attempts/${theirs}/submit`)).status).toBe(200)
    const examiner = await world.examiner()
    expect((await examiner.post(`/api/proctoring/reviews/${theirs}/claim`)).status).toBe(200)
    expect(code(await sendPiece(colleague.client, theirs, 1))).toEqual([409, 'recording_closed'])
    expect([await count(attempt), await count(theirs)]).toEqual([own, other])
  })

  it('are not reported as stored when a concurrent piece got their number', async () => {
    const who = await world.candidate()
    await prepareFor(who)
    const attempt: number = (await startQuiz(who)).body.data.id
    const both = await Promise.all([film(0), film(1), film(2)].map((content) => sendPiece(who.client, attempt, 0, {}, content)))
    expect(both.map(({ body }) => body.outcome ?? body.code).sort()).toEqual(['kept', 'piece_differs', 'piece_differs'])
  })

  it('are refused with a code when 1 GB large, and valid ones remain', async () => {
    const before = await numbers()
    const boundary = 'piece'
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="piece"; filename="piece"\r\ncontent-type: video/webm\r\n\r\n`,
    )
    const chunk = Buffer.alloc(4 * 1024 * 1024)
    let left = 256
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(head),
      pull: (stream) => (left-- > 0 ? stream.enqueue(chunk) : stream.close()),
    })
    const query = new URLSearchParams({ source: 'camera', at: new Date().toISOString(), ms: '4000', sha256: sha256(film(0)) })
    const answer = await fetch(`${who.client.url}/api/proctoring/attempts/${attempt}/pieces/40?${query.toString()}`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        cookie: who.client.cookieHeader(),
        'x-csrf-token': await who.client.csrfToken(),
      },
      body,
      duplex: 'half',
    } as RequestInit)
    const { code: given, errors } = (await answer.json()) as { code: string; errors?: { rule: string }[] }
    expect([answer.status, errors?.[0]?.rule ?? given]).toEqual([422, 'too_large'])
    expect(await numbers()).toEqual(before)
  })

  it('can be of the screen if the participant agreed to that, with separate numbers', async () => {
    expect((await sendPiece(who.client, attempt, 0, { source: 'screen' }, film(1))).body).toMatchObject({ outcome: 'kept' })
    const { data } = (await who.client.get(`/api/proctoring/attempts/${attempt}/pieces`)).body
    expect(data).toMatchObject({ record_screen: true, screen: { received: [0], next: 1 } })
    const unasked = await world.candidate()
    await prepareFor(unasked)
    const other: number = (await startQuiz(unasked)).body.data.id
    await world.app.asSystem(() => db.from('proctoring_recordings').where('attempt_id', other).update({ record_screen: false }))
    expect(code(await sendPiece(unasked.client, other, 0, { source: 'screen' }))).toEqual([409, 'screen_not_recorded'])
  })

  it('have times within the attempt, whatever the browser’s clock says', async () => {
    await sendPiece(who.client, attempt, 30, { at: '1999-01-01T00:00:00.000Z' })
    await sendPiece(who.client, attempt, 31, { at: '2099-01-01T00:00:00.000Z' })
    const { started_at: start } = await world.app.asSystem(() =>
      db.from('proctoring_recordings').where('attempt_id', attempt).firstOrFail(),
    )
    const rows = await world.app.asSystem(() =>
      db.from('proctoring_pieces').whereIn('number', [30, 31]).orderBy('number').select('started_at'),
    )
    for (const row of rows) {
      expect(row.started_at >= start).toBe(true)
      expect(row.started_at <= new Date()).toBe(true)
    }
  })

  it('are refused with a code at a time that does not exist, like marks and notes', async () => {
    const who = await world.candidate()
    await prepareFor(who)
    const attempt: number = (await startQuiz(who)).body.data.id
    const examiner = await world.examiner()
    for (const time of ['2026-13-45T99:99:99Z', '2026-02-30T10:00:00Z', '2026-11-27T23:59:60Z', '0000-00-00T00:00:00Z']) {
      const answers = [
        await sendPiece(who.client, attempt, 0, { at: time }),
        await who.client.post(`/api/proctoring/attempts/${attempt}/marks`, { marks: [{ kind: 'paste', at: time }] }),
        await examiner.post(`/api/proctoring/reviews/${attempt}/notes`, { at: time, text: 'x' }),
      ]
      expect(
        answers.map(({ status, body }) => [status, body.errors[0].rule]),
        time,
      ).toEqual(answers.map(() => [422, 'date']))
    }
  })

  it('come with marks, which are stored once and only if their kind is known', async () => {
    const mark = { kind: 'paste', at: new Date().toISOString() }
    for (let time = 0; time < 2; time++)
      expect((await who.client.post(`/api/proctoring/attempts/${attempt}/marks`, { marks: [mark] })).status).toBe(200)
    expect((await who.client.post(`/api/proctoring/attempts/${attempt}/marks`, { marks: [{ ...mark, kind: 'cheated' }] })).status).toBe(422)
    expect((await who.client.post(`/api/proctoring/attempts/${attempt}/marks`, { marks: [] })).status).toBe(422)
    // The server notes these itself.
    for (const kind of ['started', 'submitted'])
      expect((await who.client.post(`/api/proctoring/attempts/${attempt}/marks`, { marks: [{ ...mark, kind }] })).status, kind).toBe(422)
    const kept = await world.app.asSystem(() => db.from('proctoring_marks').where('kind', 'paste'))
    expect(kept).toHaveLength(1)
  })
})

it('deletes a piece that was stored without a row after a day, with its content, and no other', async () => {
  const who = await world.candidate()
  await prepareFor(who)
  const attempt: number = (await startQuiz(who)).body.data.id
  expect((await sendPiece(who.client, attempt, 0)).status).toBe(200)
  // As when the server was killed between storing the file and its row.
  const { storeSealed } = await import('#core/kit/files')
  const { pieceFile } = await import('../server/files.js')
  const { newKey, openKey } = await import('../server/services/evidence_key.js')
  const loose = await world.app.inCompany(world.own.loginId, () =>
    storeSealed(pieceFile, { name: 'camera-1', content: film(1), field: 'piece', key: openKey(newKey()) }),
  )
  const rows = () => world.app.asSystem(() => db.from('core_files').where('purpose', 'proctoring.piece').orderBy('id').select('id', 'key'))
  const before = await rows()
  const { key } = before.find(({ id }) => Number(id) === Number(loose.id))!
  const { settings } = await import('#core/config/settings')
  const path = join((await settings()).dataDir, 'files', key)
  expect(existsSync(path)).toBe(true)
  const { cleanFiles, UNATTACHED_MS } = await import('#core/files/clean')
  await cleanFiles(Date.now() + UNATTACHED_MS - 60_000)
  expect(existsSync(path)).toBe(true)
  await cleanFiles(Date.now() + UNATTACHED_MS + 60_000)
  expect(existsSync(path)).toBe(false)
  expect((await rows()).map(({ id }) => id)).not.toContain(loose.id)
  const kept = await world.app.asSystem(() =>
    db.from('proctoring_pieces as p').join('core_files as f', 'f.id', 'p.file_id').orderBy('f.id').select('f.key'),
  )
  expect(kept.length).toBeGreaterThan(0)
  for (const file of kept) expect(existsSync(join((await settings()).dataDir, 'files', file.key))).toBe(true)
})

describe('after the quiz', () => {
  it('accepts late pieces until an examiner claims the attempt', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    expect((await sendPiece(who.client, attempt, 3)).status).toBe(200)
    const examiner = await world.examiner()
    await examiner.post(`/api/proctoring/reviews/${attempt}/claim`)
    expect(code(await sendPiece(who.client, attempt, 4))).toEqual([409, 'recording_closed'])
  })

  it('sends an attempt without any piece to review like any other', async () => {
    const who = await world.candidate()
    await prepareFor(who)
    const attempt: number = (await startQuiz(who)).body.data.id
    const { answerAll } = await import('./recorded.js')
    await answerAll(world, who, attempt)
    expect((await who.client.post(`/api/learning/attempts/${attempt}/submit`)).body.data.status).toBe('in_review')
    const examiner = await world.examiner()
    await examiner.post(`/api/proctoring/reviews/${attempt}/claim`)
    expect((await examiner.get(`/api/proctoring/reviews/${attempt}`)).body.data.pieces).toEqual([])
  })
})
