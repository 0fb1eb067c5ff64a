import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs } from '#core/testing/app'
import { type RecordedWorld, film, recordedWorld, takeQuiz } from './recorded.js'

// From a recorded attempt to its verdict by examiners of another company, and the deletion of the evidence.

let world: RecordedWorld
let db: typeof import('@adonisjs/lucid/services/db').default

beforeAll(async () => {
  world = await recordedWorld()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const review = (attempt: number, what = '') => `/api/proctoring/reviews/${attempt}${what}`
const recording = (attempt: number) => world.app.asSystem(() => db.from('proctoring_recordings').where('attempt_id', attempt).firstOrFail())
const mailsTo = (email: string) =>
  world.app.asSystem(() =>
    db
      .from('core_mail_outbox')
      .where('to_email', email)
      .where('trigger', 'like', 'proctoring.%')
      .orderBy('id')
      .select('trigger', 'subject', 'text'),
  )

async function decide(client: Awaited<ReturnType<RecordedWorld['examiner']>>, attempt: number, verdict: string, explanation = '') {
  await client.post(review(attempt, '/claim'))
  return client.post(review(attempt, '/decision'), { verdict, explanation })
}

describe('an attempt in review', () => {
  it('has no grade until it is approved', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const result = (await who.client.get(`/api/learning/attempts/${attempt}/result`)).body.data
    expect(result).toMatchObject({ status: 'in_review', grade: null, recorded: true })
    expect(result.questions.map(({ correct }: { correct: unknown }) => correct)).toEqual([null, null, null, null, null])
    const again = await who.client.post(`/api/learning/participations/${who.participation}/activities/${who.activity}/attempts`, {
      touch_only: false,
    })
    expect([again.status, again.body.code]).toEqual([409, 'attempt_in_review'])

    const examiner = await world.examiner()
    const { data, counts } = (await examiner.get('/api/proctoring/reviews')).body
    expect(counts.todo).toBeGreaterThan(0)
    expect(data.find((line: { attempt: number }) => line.attempt === attempt)).toMatchObject({
      course: 'Veilig werken, examen op afstand',
      state: 'todo',
    })
    const piece = await world.app.asSystem(() => db.from('proctoring_pieces').where('number', 1).orderBy('id', 'desc').firstOrFail())
    expect((await examiner.get(review(attempt, `/pieces/${piece.id}`))).body.code).toBe('not_claimed')
    await examiner.post(review(attempt, '/claim'))
    const seen = (await examiner.get(review(attempt))).body.data
    expect(seen).toMatchObject({ grade: 100, may_decide: true, has_id_photo: true, has_face_photo: true })
    expect(seen.pieces.map(({ number }: { number: number }) => number)).toEqual([0, 1, 2])
    expect(seen.answers.every(({ correct, given }: { correct: boolean; given: string[] }) => correct && given.length === 1)).toBe(true)
    const bytes = await examiner.get(review(attempt, `/pieces/${piece.id}`))
    expect([bytes.status, bytes.headers.get('content-type'), Buffer.from(bytes.bytes).equals(film(1))]).toEqual([200, 'video/webm', true])
    expect((await examiner.get(review(attempt, '/photos/id'))).headers.get('content-type')).toBe('image/jpeg')

    expect((await examiner.post(review(attempt, '/decision'), { verdict: 'approve', explanation: '' })).status).toBe(200)
    await world.app.settle()
    expect((await who.client.get(`/api/learning/attempts/${attempt}/result`)).body.data).toMatchObject({ status: 'passed', grade: 100 })
    const course = (await who.client.get(`/api/learning/participations/${who.participation}`)).body.data
    expect(course).toMatchObject({ status: 'passed', grade: 100 })
    expect(await mailsTo(who.member.email)).toMatchObject([
      { trigger: 'proctoring.mail.approved', subject: 'Geslaagd voor Examen veilig werken: 100%' },
    ])
    // The numbers of the result page.
    const [{ text }] = await mailsTo(who.member.email)
    expect(text).toContain('Je bent geslaagd. Je cijfer is 100%: 5 van de 5 vragen goed. Geslaagd vanaf 60%.')
    const certificates = await world.app.asSystem(() => db.from('certificates_certificates').where('membership_id', who.member.id))
    expect(certificates).toHaveLength(1)
    const own = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
    expect(own).toMatchObject({ state: 'approved', views: [{ examiner: 1 }] })
  })

  it('tells the participant about everybody who fetched evidence, and shows it after the verdict only to those who decided', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const [decider, other, proctor] = [await world.examiner(), await world.examiner(), await world.examiner(false)]
    const { pieces } = (await decider.get(review(attempt))).body.data
    await world.app.asSystem(() => db.from('proctoring_views').delete())
    await decider.post(review(attempt, '/claim'))
    // Without opening the review first.
    expect((await decider.get(review(attempt, '/photos/face'))).status).toBe(200)
    const views = async () => (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data.views
    expect(await views()).toMatchObject([{ examiner: 1, reason: null }])
    expect((await decider.post(review(attempt, '/decision'), { verdict: 'approve', explanation: '' })).status).toBe(200)
    for (const path of ['/photos/id', '/photos/face', `/pieces/${pieces[0].id}`]) {
      for (const colleague of [other, proctor]) expect((await colleague.get(review(attempt, path))).body.code, path).toBe('not_claimed')
      expect((await decider.get(review(attempt, path))).status, path).toBe(200)
    }
    expect(await views()).toHaveLength(1)
  })

  it('needs two examiners to reject it, and can be appealed once, which a third examiner decides', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const [first, second, third] = [await world.examiner(), await world.examiner(), await world.examiner()]
    await first.post(review(attempt, '/claim'))
    const bare = await first.post(review(attempt, '/decision'), { verdict: 'reject', explanation: ' ' })
    expect([bare.status, bare.body.errors?.[0]]).toMatchObject([422, { field: 'explanation', rule: 'required' }])
    expect((await decide(first, attempt, 'reject', 'Somebody helped at 0:05.')).status).toBe(200)
    expect((await recording(attempt)).state).toBe('second')
    // The list offers it to another examiner only; for the first one it is done.
    const tabsOf = async (examiner: typeof first) =>
      Promise.all(
        ['todo', 'doing', 'done'].map(async (tab) => {
          const { data, counts } = (await examiner.get(`/api/proctoring/reviews?tab=${tab}`)).body
          expect(counts[tab]).toBe(data.length)
          return data.some((line: { attempt: number }) => line.attempt === attempt)
        }),
      )
    expect(await tabsOf(first)).toEqual([false, false, true])
    expect(await tabsOf(second)).toEqual([true, false, false])
    // Neither the participant nor the second examiner can read a verdict that does not count yet.
    expect((await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data.decisions).toEqual([])
    expect((await first.post(review(attempt, '/claim'))).body.code).toBe('other_examiner')
    await second.post(review(attempt, '/claim'))
    expect((await second.get(review(attempt))).body.data.decisions).toEqual([])
    expect((await decide(second, attempt, 'reject', 'I see it too.')).status).toBe(200)
    await world.app.settle()
    expect((await who.client.get(`/api/learning/attempts/${attempt}/result`)).body.data).toMatchObject({ status: 'failed', grade: 100 })
    const own = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
    expect(own.decisions.map(({ explanation }: { explanation: string }) => explanation)).toEqual([
      'Somebody helped at 0:05.',
      'I see it too.',
    ])
    expect(own.may_appeal).toBe(true)

    expect((await who.client.post(`/api/proctoring/attempts/${attempt}/appeal`, { text: 'That was the radio.' })).status).toBe(200)
    const twice = await who.client.post(`/api/proctoring/attempts/${attempt}/appeal`, { text: 'Again.' })
    expect([twice.status, twice.body.code]).toEqual([409, 'no_appeal'])
    expect((await second.post(review(attempt, '/claim'))).body.code).toBe('other_examiner')
    await third.post(review(attempt, '/claim'))
    // The third examiner decides by what they see, too.
    expect((await third.get(review(attempt))).body.data).toMatchObject({ decisions: [], decided_at: null, appeal: 'That was the radio.' })
    expect((await decide(third, attempt, 'approve')).status).toBe(200)
    expect((await third.get(review(attempt))).body.data.decisions).toHaveLength(3)
    await world.app.settle()
    expect((await who.client.get(`/api/learning/participations/${who.participation}`)).body.data).toMatchObject({
      status: 'passed',
      grade: 100,
    })
    const mails = await mailsTo(who.member.email)
    expect(mails[0].text).toContain('Je cijfer was 100% (5 van de 5 vragen goed), maar door de afkeuring ben je niet geslaagd.')
    expect(mails.map(({ trigger }) => trigger)).toEqual(['proctoring.mail.rejected', 'proctoring.mail.approved'])
  })

  it('needs no examiner when its points are insufficient', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who, 1)
    expect((await who.client.get(`/api/learning/attempts/${attempt}/result`)).body.data).toMatchObject({ status: 'failed', grade: 20 })
    const row = await recording(attempt)
    expect([row.state, row.evidence_expires_at > new Date()]).toEqual(['not_reviewed', true])
    expect((await (await world.examiner()).get(review(attempt))).status).toBe(404)
  })

  it('accepts one of two concurrent decisions, and one of two concurrent claims', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const [one, other] = [await world.examiner(), await world.examiner()]
    const claims = await Promise.all([one, other].map((examiner) => examiner.post(review(attempt, '/claim'))))
    expect(claims.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = claims[0]!.status === 200 ? one : other
    const decisions = await Promise.all([
      winner.post(review(attempt, '/decision'), { verdict: 'approve', explanation: '' }),
      winner.post(review(attempt, '/decision'), { verdict: 'reject', explanation: 'No.' }),
      (winner === one ? other : one).post(review(attempt, '/decision'), { verdict: 'reject', explanation: 'No.' }),
    ])
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
    const kept = await world.app.asSystem(async () => db.from('proctoring_decisions').where('recording_id', (await recording(attempt)).id))
    expect(kept).toHaveLength(1)
  })

  it('can be released by the examiner who claimed it, and is released automatically after an hour', async () => {
    const attempt = await takeQuiz(world, await world.candidate())
    const [one, other] = [await world.examiner(), await world.examiner()]
    await one.post(review(attempt, '/claim'))
    expect((await other.post(review(attempt, '/claim'))).body.code).toBe('claimed_by_other')
    await one.post(review(attempt, '/release'))
    expect((await other.post(review(attempt, '/claim'))).status).toBe(200)
    await world.app.asSystem(() =>
      db
        .from('proctoring_recordings')
        .where('attempt_id', attempt)
        .update({ claimed_at: db.raw(`now() - interval '61 minutes'`) }),
    )
    expect((await one.post(review(attempt, '/claim'))).status).toBe(200)
    expect((await other.post(review(attempt, '/decision'), { verdict: 'approve', explanation: '' })).body.code).toBe('not_claimed')
  })

  it('can be commented on by a proctor, who cannot decide', async () => {
    const attempt = await takeQuiz(world, await world.candidate())
    const proctor = await world.examiner(false)
    await proctor.post(review(attempt, '/claim'))
    expect((await proctor.post(review(attempt, '/notes'), { at: new Date().toISOString(), text: 'Looks away often.' })).status).toBe(200)
    expect((await proctor.post(review(attempt, '/decision'), { verdict: 'approve', explanation: '' })).status).toBe(403)
    await proctor.post(review(attempt, '/release'))
    const examiner = await world.examiner()
    await examiner.post(review(attempt, '/claim'))
    expect((await examiner.get(review(attempt))).body.data.notes).toMatchObject([{ text: 'Looks away often.', mine: false }])
  })
})

/** The plan of a query, with sequential scans and sorting made expensive. */
const explain = (sql: string) =>
  db.transaction(async (trx) => {
    await trx.rawQuery('set local enable_seqscan = off; set local enable_sort = off')
    const { rows } = await trx.rawQuery<{ rows: { 'QUERY PLAN': string }[] }>(`explain ${sql}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

describe('a long list', () => {
  it('counts at most ten thousand attempts per tab, and reads decided ones from an index', async () => {
    const own = await recordedWorld()
    const who = await own.candidate()
    await takeQuiz(own, who)
    const examiner = await own.examiner()
    const counts = async () => (await examiner.get('/api/proctoring/reviews')).body.counts
    expect(await counts()).toEqual({ todo: 1, doing: 0, done: 0, complaints: 0 })
    await own.app.asSystem(() =>
      db.rawQuery(
        `insert into proctoring_recordings (company_id, review_company_id, provider_name, membership_id, participation_id, activity_id, attempt_id,
           person_name, course_name, quiz_title, state, retention_days, submitted_at, decided_at)
         select company_id, review_company_id, provider_name, membership_id, participation_id, activity_id, 8000000000 + n,
           person_name, course_name, quiz_title, 'approved', retention_days, now(), now()
           from proctoring_recordings, generate_series(1, 10050) n where review_company_id = ?`,
        [own.provider.id],
      ),
    )
    expect(await counts()).toEqual({ todo: 1, doing: 0, done: 10_001, complaints: 0 })
    const { data } = (await examiner.get('/api/proctoring/reviews?tab=done')).body
    expect(data).toHaveLength(200)
    const { decided } = await import('../server/services/review_list.js')
    const plan = await own.app.inCompany(own.provider.loginId, () => explain(decided(own.provider.id, 1).toQuery()))
    expect(plan).toContain('proctoring_recordings_decided')
    expect(plan).not.toContain('Sort')
  })

  it('has an index for each attempt and for what belongs to it', async () => {
    const attempt = await takeQuiz(world, await world.candidate())
    const { ofRecording } = await import('../server/services/recording_row.js')
    const row = await recording(attempt)
    const plans = await world.app.inCompany(world.provider.loginId, () =>
      Promise.all([
        explain(db.from('proctoring_recordings').where({ attempt_id: attempt, review_company_id: world.provider.id }).toQuery()),
        ...['pieces', 'marks', 'notes', 'decisions', 'views'].map((name) =>
          explain(db.from(`proctoring_${name}`).where(ofRecording(row)).toQuery()),
        ),
      ]),
    )
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/)
  })
})

describe('waiting attempts', () => {
  it('are mailed to each examiner of the provider at most once a day', async () => {
    const attempt = await takeQuiz(world, await world.candidate())
    const examiner = await world.examiner()
    const { email } = (await examiner.get('/user/show/0')).body.user
    const { mailWaiting } = await import('../server/services/mails.js')
    const tell = () => world.app.inCompany(world.provider.loginId, () => mailWaiting())
    await world.app.asSystem(() =>
      db
        .from('proctoring_recordings')
        .where('attempt_id', attempt)
        .update({ submitted_at: db.raw(`now() - interval '3 days'`) }),
    )
    await tell()
    await tell()
    expect(await mailsTo(email)).toMatchObject([{ trigger: 'proctoring.mail.waiting' }])
    await world.app.inCompany(world.own.loginId, () => mailWaiting())
    const others = await world.app.asSystem(() =>
      db.from('core_mail_outbox').where({ trigger: 'proctoring.mail.waiting', company_id: world.own.id }),
    )
    expect(others).toEqual([])
  })
})

describe('access to a review', () => {
  it('is refused to other providers, to the participant’s company, and to people without the role', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const stranger = await recordedWorld()
    expect((await (await stranger.examiner()).get(review(attempt))).status).toBe(404)
    // Not even a 403: it would say that there is an attempt.
    const admin = await signInAs('admin@platform.example')
    for (const client of [world.supervisor, who.client, admin]) {
      for (const what of ['', `/pieces/1`, '/photos/id']) expect((await client.get(review(attempt, what))).status, what).toBe(404)
      for (const what of ['/claim', '/release', '/notes', '/decision'])
        expect((await client.post(review(attempt, what))).status, what).toBe(404)
      const page = await client.get(`/proctoring/view/${who.member.id}/${who.activity}/${attempt}`)
      expect(page.status).toBe(404)
    }
    expect((await admin.get(`/api/proctoring/evidence/${attempt}`)).status).toBe(404)
    expect((await world.app.visitor().get(review(attempt))).status).toBe(401)
    // An examiner who is also a member of the participant's company.
    const examiner = await world.examiner()
    const { email } = (await examiner.get('/user/show/0')).body.user
    await world.app.asSystem(async () => {
      const { id } = await db.from('core_users').where('email', email).firstOrFail()
      await db.table('core_memberships').insert({ company_id: world.own.id, user_id: id, role: 'leerling' })
    })
    const claimed = await examiner.post(review(attempt, '/claim'))
    expect([claimed.status, claimed.body.code]).toEqual([409, 'own_company'])
    expect((await examiner.get(review(attempt))).body.code).toBe('own_company')
  })
})

describe('the evidence', () => {
  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesOf(path) : [path]
    })

  it('is stored encrypted on disk, and row, file and key are deleted after it expires', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    expect((await decide(await world.examiner(), attempt, 'approve')).status).toBe(200)
    const { settings } = await import('#core/config/settings')
    const { dataDir } = await settings()
    const folder = join(dataDir, 'files', 'companies', String(world.own.id))
    const row = await recording(attempt)
    const keys = await world.app.asSystem(() =>
      db
        .from('proctoring_pieces as p')
        .join('core_files as f', 'f.id', 'p.file_id')
        .where('p.recording_id', row.id)
        .select('f.key')
        .union((photos) => photos.from('core_files').whereIn('id', [row.id_photo_id, row.face_photo_id]).select('key')),
    )
    const paths = filesOf(folder).filter((path) => keys.some(({ key }) => path.endsWith(key)))
    expect(paths).toHaveLength(5)
    // None of the sent bytes are stored in plain form.
    const head = film(0).subarray(0, 64)
    for (const path of paths) expect(readFileSync(path).includes(head)).toBe(false)
    const stored = paths.map((path) => readFileSync(path).subarray(-64))
    expect(filesOf(dataDir).filter((path) => stored.some((bytes) => readFileSync(path).includes(bytes)))).toHaveLength(5)

    await world.app.asSystem(() =>
      db
        .from('proctoring_recordings')
        .where('id', row.id)
        .update({ evidence_expires_at: db.raw(`now() - interval '1 minute'`) }),
    )
    const { deleteExpiredEvidence } = await import('../server/services/delete_evidence.js')
    await world.app.inCompany(world.own.loginId, () => deleteExpiredEvidence())
    const { removeContent } = await import('#core/files/clean')
    await world.app.asSystem(() => removeContent())
    expect(paths.filter((path) => statSync(path, { throwIfNoEntry: false }))).toEqual([])
    // Nor are the encrypted bytes anywhere else in the data folder.
    const left = filesOf(dataDir).filter((path) => stored.some((bytes) => readFileSync(path).includes(bytes)))
    expect(left).toEqual([])
    const after = await recording(attempt)
    expect([after.key, after.id_photo_id, after.face_photo_id, after.evidence_deleted_at !== null]).toEqual([null, null, null, true])
    expect(await world.app.asSystem(() => db.from('proctoring_pieces').where('recording_id', row.id))).toEqual([])
    const own = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
    expect(own).toMatchObject({ state: 'approved' })
    expect(own.evidence_deleted_at).not.toBeNull()
  })

  it('is stored for as long as its provider says, which the participant reads before and afterwards', async () => {
    const short = await recordedWorld({ retentionDays: 7 })
    const who = await short.candidate()
    const quiz = (await who.client.get(`/api/proctoring/quizzes/${who.participation}/${who.activity}`)).body.data
    expect(quiz.retention_days).toBe(7)
    const attempt = await takeQuiz(short, who)
    expect((await decide(await short.examiner(), attempt, 'approve')).status).toBe(200)
    const { decided_at: decided, evidence_expires_at: expires } = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
    expect((Date.parse(expires) - Date.parse(decided)) / 86_400_000).toBeCloseTo(7, 3)
  })

  it('is deleted with the person', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const row = await recording(attempt)
    const { erasePersonalData } = await import('../server/services/personal_data.js')
    await world.app.inCompany(world.own.loginId, () => erasePersonalData(who.member.id))
    const left = await world.app.asSystem(() =>
      db.from('core_files').where('purpose', 'like', 'proctoring.%').whereIn('id', [row.id_photo_id, row.face_photo_id]),
    )
    expect(left).toEqual([])
    expect(await world.app.asSystem(() => db.from('proctoring_pieces').where('recording_id', row.id))).toEqual([])
  })

  it('comes with a receipt that anybody can verify', async () => {
    const who = await world.candidate()
    const attempt = await takeQuiz(world, who)
    const { receipt } = (await who.client.get(`/api/proctoring/attempts/${attempt}`)).body.data
    const shown = (await world.app.visitor().get(`/api/proctoring/receipts/${receipt}`)).body.data
    expect(shown).toMatchObject({ valid: true, facts: { quiz: 'Examen veilig werken', attempt } })
    expect(shown.facts.pieces).toHaveLength(3)
    expect(JSON.stringify(shown)).not.toContain('Person')
    // A changed text fails the signature check.
    await world.app.asSystem(() =>
      db
        .from('proctoring_recordings')
        .where('attempt_id', attempt)
        .update({ receipt: db.raw(`jsonb_set(receipt, '{text}', to_jsonb(replace(receipt->>'text', 'provider', 'examiner')))`) }),
    )
    expect((await world.app.visitor().get(`/api/proctoring/receipts/${receipt}`)).body.data.valid).toBe(false)
    expect((await world.app.visitor().get('/api/proctoring/receipts/nope-nope-nope-nope')).status).toBe(404)
  })
})
