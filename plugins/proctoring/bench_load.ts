import { createCipheriv, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { BenchClient, LoadTools, ScenarioTools } from '#core/contract/bench'

// A hundred people take a recorded exam at the same time, on one machine. Each sends a piece of 500 kB every five seconds.

const CANDIDATES = 100
const PIECE_BYTES = 500_000
const PIECE_MS = 5000
/** How often each candidate saves an answer while answers are measured. Real people save fewer; this makes the cost measurable. */
const ANSWER_MS = 1000
/** Windows with and without answers alternate, because the speed of a shared machine changes. */
const WINDOW_MS = 10_000
const IDLE_ROUNDS = 2
/** Highest memory in the last quarter of the run, as a multiple of the highest in its second quarter. */
const MAX_MEMORY_GROWTH = 1.15
/** Cost of an answer during the uploads, as a multiple of its cost without them. */
const MAX_ANSWER_COST = 2

const COMPANY = 'noordwind'
const COURSE = 'examen-op-afstand'

const demo = (name: string) => readFileSync(new URL(`demo/${name}`, import.meta.url))
const film = demo('camera-0.webm')

/** A piece as large as five seconds of recording: a film followed by bytes that are random, but the same for each call. */
function pieceOf(person: number, number: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(person, 0)
  iv.writeUInt32BE(number, 4)
  const content = createCipheriv('aes-128-ctr', Buffer.alloc(16), iv).update(Buffer.alloc(PIECE_BYTES))
  film.copy(content)
  return content
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

interface Answer {
  status: number
  body: unknown
}
function fine<T extends Answer>(what: string, answer: T): T {
  if (answer.status !== 200) throw new Error(`${what} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`)
  return answer
}

interface Candidate {
  client: BenchClient
  attempt: number
  questions: { id: number; answers: { key: string }[] }[]
}

/** Adds people with the password of the demo, right before the exam. */
async function addCandidates({ sql }: ScenarioTools): Promise<{ email: string; participation: string; activity: string }[]> {
  await sql(
    `with u as (
       insert into core_users (email, firstname, lastname, language, email_verified_at, password)
       select 'candidate' || n || '@load.example', 'Candidate', 'Number ' || n, 'nl', now(), d.password
         from generate_series(1, $1::int) n, core_users d where d.email = $2 returning id)
     insert into core_memberships (company_id, user_id, role) select c.id, u.id, 'leerling' from u, core_companies c where c.login_id = $3`,
    [CANDIDATES, `leerling@${COMPANY}.example`, COMPANY],
  )
  await sql(
    `insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, started_at)
     select m.company_id, m.id, c.id, v.id, 'busy', 'nl', now()
       from core_users u join core_memberships m on m.user_id = u.id
       cross join learning_courses c join lateral (select id from learning_course_versions where course_id = c.id order by number desc limit 1) v on true
      where u.email like '%@load.example' and c.shortname = $1 and c.company_id = m.company_id`,
    [COURSE],
  )
  await sql(
    `insert into learning_activity_states (company_id, participation_id, activity_id, status, finished_at)
     select p.company_id, p.id, a.id, 'finished', now()
       from learning_participations p join learning_activities a on a.version_id = p.version_id
       join core_memberships m on m.id = p.membership_id join core_users u on u.id = m.user_id
      where u.email like '%@load.example' and a.type <> 'quiz'`,
  )
  return (await sql(
    `select u.email, p.id as participation, a.id as activity
       from core_users u join core_memberships m on m.user_id = u.id join learning_participations p on p.membership_id = m.id
       join learning_activities a on a.version_id = p.version_id and a.type = 'quiz'
      where u.email like '%@load.example' order by u.id`,
  )) as never
}

/** Signs in, agrees to the recording, takes both photos and starts the exam, as the browser does. */
async function begin(tools: ScenarioTools, who: Awaited<ReturnType<typeof addCandidates>>[number]): Promise<Candidate> {
  const client = await tools.signIn(who.email, COMPANY)
  const quiz = `/api/proctoring/quizzes/${who.participation}/${who.activity}`
  const { terms_mark: mark } = fine('the preparation', await client.get(quiz)).body.data
  fine('the consent', await client.post(`${quiz}/prepare`, { consent: true, terms_mark: mark }))
  for (const [photo, file] of [
    ['id', 'document.jpg'],
    ['face', 'face.jpg'],
  ] as const)
    fine('a photo', await client.upload(`${quiz}/photos/${photo}`, 'photo', { name: file, type: 'image/jpeg', content: demo(file) }))
  const attempts = `/api/learning/participations/${who.participation}/activities/${who.activity}/attempts`
  const attempt: number = fine('the start', await client.post(attempts, { touch_only: false })).body.data.id
  return { client, attempt, questions: fine('the exam', await client.get(`/api/learning/attempts/${attempt}`)).body.data.questions }
}

/** What happened so far. */
interface Seen {
  sent: number
  confirmed: number
  retries: number
  answers: number
  longestWaitMs: number
}

/**
 * Sends the pieces of one candidate in order until `end`, as the browser does: a piece that the server did not confirm is sent again, and
 * later ones wait. @returns the number of pieces
 */
async function record({ client, attempt }: Candidate, person: number, end: number, seen: Seen): Promise<number> {
  // Cameras do not start in the same millisecond.
  const start = Date.now() + (person * PIECE_MS) / CANDIDATES
  for (let number = 0; ; number++) {
    const recordedAt = start + (number + 1) * PIECE_MS
    if (recordedAt > end) return number
    await wait(Math.max(0, recordedAt - Date.now()))
    const content = pieceOf(person, number)
    const query = new URLSearchParams({
      source: 'camera',
      at: new Date(recordedAt - PIECE_MS).toISOString(),
      ms: String(PIECE_MS),
      sha256: sha256(content),
    })
    const path = `/api/proctoring/attempts/${attempt}/pieces/${number}?${query.toString()}`
    seen.sent++
    for (;;) {
      const answer = await client.upload(path, 'piece', { name: 'piece', type: 'video/webm', content }).catch(() => null)
      if (answer?.status === 200) break
      if (answer && answer.status < 500 && answer.status !== 429) fine('a piece', answer)
      seen.retries++
      await wait(1000)
    }
    seen.confirmed++
    seen.longestWaitMs = Math.max(seen.longestWaitMs, Date.now() - recordedAt)
  }
}

/** Saves an answer every second while answers are measured. */
async function answer({ client, attempt, questions }: Candidate, work: { isOver: boolean; isAnswering: boolean }, seen: Seen) {
  for (let turn = 0; !work.isOver; turn++) {
    await wait(ANSWER_MS)
    if (!work.isAnswering) continue
    const { id, answers } = questions[turn % questions.length]!
    const { key } = answers[Math.floor(turn / questions.length) % answers.length]!
    fine('an answer', await client.put(`/api/learning/attempts/${attempt}/answers/${id}`, { answers: [key] }))
    seen.answers++
  }
}

/** CPU milliseconds of one answer: the windows with answers minus those without, for the same number of pieces or the same time. */
function costOf(windows: { isAnswering: boolean; cpu: number; work: number; answers: number }[]): number {
  const sum = (isAnswering: boolean, of: 'cpu' | 'work' | 'answers') =>
    windows.filter((one) => one.isAnswering === isAnswering).reduce((total, one) => total + one[of], 0)
  return (sum(true, 'cpu') - sum(false, 'cpu') * (sum(true, 'work') / sum(false, 'work'))) / sum(true, 'answers')
}

/** Reads every piece back as an admin with a reason, which decrypts it, and compares its hash. @returns the number of equal ones */
async function compareAll(tools: ScenarioTools, candidates: readonly Candidate[], pieces: readonly number[]): Promise<number> {
  const admin = await tools.signIn('admin@platform.example')
  let equal = 0
  for (const [person, { attempt }] of candidates.entries()) {
    const path = `/api/proctoring/evidence/${attempt}`
    fine('the reason', await admin.post(path, { reason: 'Comparing every piece after a load.' }))
    const { data } = fine('the evidence', await admin.get(path)).body as { data: { pieces: { id: number; number: number }[] } }
    if (data.pieces.length !== pieces[person]) throw new Error(`Attempt ${attempt} has ${data.pieces.length} of ${pieces[person]} pieces`)
    for (const { id, number } of data.pieces) {
      const { bytes } = fine('a stored piece', await admin.get(`${path}/pieces/${id}`))
      if (sha256(bytes) !== sha256(pieceOf(person, number))) throw new Error(`Piece ${number} of attempt ${attempt} differs`)
      equal++
    }
  }
  return equal
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`

/** @throws Error when a piece is lost or differs, when memory grows, or when an answer costs more than twice as much */
export async function load(tools: LoadTools): Promise<void> {
  const candidates: Candidate[] = []
  for (const who of await addCandidates(tools)) candidates.push(await begin(tools, who))
  const seen: Seen = { sent: 0, confirmed: 0, retries: 0, answers: 0, longestWaitMs: 0 }
  const work = { isOver: false, isAnswering: true }
  const answering = candidates.map((one) => answer(one, work, seen))
  const measure = async (isAnswering: boolean, ms: number) => {
    work.isAnswering = isAnswering
    // Lets answers that are being saved finish.
    await wait(500)
    const before = { cpu: tools.cpuMs(), at: Date.now(), ...seen }
    await wait(ms)
    const [cpu, answers, pieces] = [tools.cpuMs() - before.cpu, seen.answers - before.answers, seen.confirmed - before.confirmed]
    return { isAnswering, cpu, answers, pieces, ms: Date.now() - before.at }
  }
  const rounds = async (count: number, ms: number) => {
    const windows = []
    // In this order, a machine that becomes slower or faster affects both kinds equally.
    for (let round = 0; round < count; round++)
      for (const isAnswering of [false, true, true, false]) windows.push(await measure(isAnswering, ms))
    return windows
  }
  // Warms up the code that saves an answer.
  await measure(true, WINDOW_MS)
  const idle = costOf((await rounds(IDLE_ROUNDS, WINDOW_MS)).map(({ ms, ...one }) => ({ ...one, work: ms })))
  tools.print(`\n${CANDIDATES} candidates, each a piece of ${PIECE_BYTES / 1000} kB every five seconds, for ${tools.minutes} minutes`)

  const end = Date.now() + tools.minutes * 60_000
  const memory: number[] = []
  const watch = setInterval(() => memory.push(tools.residentBytes()), 1000)
  const recording = Promise.all(candidates.map((one, person) => record(one, person, end, seen)))
  await measure(true, WINDOW_MS)
  const windows = await rounds(Math.max(1, Math.floor((end - Date.now()) / (4 * (WINDOW_MS + 500)))), WINDOW_MS)
  work.isAnswering = false
  const pieces = await recording
  clearInterval(watch)
  work.isOver = true
  await Promise.all(answering)

  const busy = costOf(windows.map(({ pieces: count, ...one }) => ({ ...one, work: count })))
  const quiet = windows.filter(({ isAnswering }) => !isAnswering)
  const eachPiece = quiet.reduce((sum, { cpu }) => sum + cpu, 0) / quiet.reduce((sum, one) => sum + one.pieces, 0)
  const total = pieces.reduce((sum, count) => sum + count, 0)
  tools.print(
    `  ${total} pieces recorded, ${seen.sent} sent, ${seen.confirmed} confirmed, ${seen.retries} sent again; ${eachPiece.toFixed(1)} ms CPU each; the longest wait ${(seen.longestWaitMs / 1000).toFixed(1)} s`,
  )
  tools.print(
    `  an answer costs ${idle.toFixed(2)} ms CPU when no pieces arrive, ${busy.toFixed(2)} ms meanwhile: ${(busy / idle).toFixed(2)} times (at most ${MAX_ANSWER_COST}); ${seen.answers} answers`,
  )
  const highest = (from: number, to: number) => Math.max(...memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)))
  const parts = Array.from({ length: 8 }, (_, part) => inMegabytes(highest(part / 8, (part + 1) / 8)))
  const growth = highest(3 / 4, 1) / highest(1 / 4, 1 / 2)
  tools.print(`  memory, the highest of each eighth: ${parts.join(', ')}; the last quarter ${growth.toFixed(2)} times the second`)
  tools.print(`  ${await compareAll(tools, candidates, pieces)} pieces read from the disk, decrypted and equal to what was sent`)
  if (seen.confirmed !== total) throw new Error(`${total} pieces were recorded and ${seen.confirmed} confirmed`)
  if (growth > MAX_MEMORY_GROWTH) throw new Error(`The memory grew ${growth.toFixed(2)} times`)
  if (busy > idle * MAX_ANSWER_COST) throw new Error(`An answer costs ${(busy / idle).toFixed(2)} times as much`)
}
