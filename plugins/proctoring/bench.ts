import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BenchClient, PluginBench, ScenarioTools } from '#core/contract/bench'
import { load } from './bench_load.js'

const PIECE_BYTES = 500_000
/** A candidate sends a piece every five seconds, so a hundred candidates send twenty a second. */
const PIECES_A_SECOND = 20
/** Attempt numbers that no other data uses. */
const FIRST_ATTEMPT = 9_000_000_000

const EXAMINER = { email: 'examinator@examenhuis.example', company: 'examenhuis' }
/** More than the list counts, and as many as a provider has after years. */
const [FEW, MANY] = [20_000, 500_000]
const MAX_GROWTH = 1.5

const film = readFileSync(new URL('demo/camera-0.webm', import.meta.url))

/** A piece as large as five seconds of recording: a film followed by padding. The content of each piece is different. */
function pieceOf(number: number, person: number): Uint8Array {
  const content = Buffer.alloc(PIECE_BYTES, `${person}.${number}.`)
  film.copy(content)
  return content
}

/**
 * Finds a question in a running attempt of the signed-in person through the browser's API calls. Null for a person without a quiz to take.
 */
async function ownQuestion(client: BenchClient): Promise<{ path: string; key: string } | null> {
  const { data } = (await client.get('/api/learning/participations')).body as { data: { id: number; status: string }[] }
  for (const { id } of data) {
    const page = `/api/learning/participations/${id}`
    await client.post(`${page}/language`, { language: 'nl' })
    for (let steps = 0; steps < 40; steps++) {
      const { modules, next_activity: next } = (await client.get(page)).body.data ?? { modules: [] }
      const step = modules
        .flatMap(({ activities }: { activities: { id: number; type: string }[] }) => activities)
        .find((one: { id: number }) => one.id === next)
      if (!step) break
      if (step.type !== 'quiz') {
        if ((await client.post(`${page}/activities/${step.id}/complete`)).status !== 200) break
        continue
      }
      const started = await client.post(`${page}/activities/${step.id}/attempts`, { touch_only: false })
      if (started.status !== 200) break
      const attempt: number = started.body.data.id
      const asked = (await client.get(`/api/learning/attempts/${attempt}`)).body.data
      // A practice answer is final; it cannot be saved twice.
      const question = asked.practice ? undefined : asked.questions.find(({ answers }: { answers: unknown[] }) => answers.length > 0)
      if (!question) break
      return { path: `/api/learning/attempts/${attempt}/answers/${question.id}`, key: question.answers[0].key }
    }
  }
  return null
}

/** Gives the provider of the demo decided recordings of the last two years, numbered from `from` to `to`. */
async function addDecided({ sql, settle }: ScenarioTools, from: number, to: number): Promise<void> {
  await sql(
    `insert into proctoring_recordings (company_id, review_company_id, provider_name, membership_id, participation_id, activity_id, attempt_id,
       person_name, course_name, quiz_title, state, retention_days, submitted_at, decided_at, evidence_deleted_at)
     select r.company_id, r.review_company_id, r.provider_name, r.membership_id, 0, 0, 8000000000 + n, r.person_name, r.course_name, r.quiz_title,
            case when n % 9 = 0 then 'rejected' else 'approved' end, 30, at - interval '1 day', at, at
       from (select * from proctoring_recordings where key is not null order by id limit 1) r, generate_series($1::int, $2::int) n,
            lateral (select now() - make_interval(secs => 63e6 * ((n::bigint * 7919) % $2::int) / $2::int) as at) decided`,
    [from, to],
  )
  await settle('proctoring_recordings')
}

/** A recorded exam with many concurrent candidates: measures piece uploads, and how long saving an answer takes meanwhile. */
const bench: PluginBench = {
  prepare: () => Promise.resolve([]),
  load,

  async scenarios({ people, sql }) {
    // Everybody is recorded, as after the preparation for the demo's exam.
    for (const [person, { email }] of people.entries())
      await sql(
        `insert into proctoring_recordings (company_id, review_company_id, provider_name, membership_id, participation_id, activity_id, attempt_id,
           person_name, course_name, quiz_title, state, key, retention_days, started_at)
         select m.company_id, r.review_company_id, r.provider_name, m.id, 0, 0, $2::bigint, '', r.course_name, r.quiz_title, 'running', r.key, 30, now()
           from core_memberships m join core_users u on u.id = m.user_id
           cross join lateral (select * from proctoring_recordings where key is not null order by id limit 1) r
          where u.email = $1 limit 1`,
        [email, FIRST_ATTEMPT + person],
      )
    const next = people.map(() => 0)
    let sent = 0
    const sendPiece = async (client: BenchClient, person: number) => {
      const number = next[person]!++
      const content = pieceOf(number, person)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const query = new URLSearchParams({ source: 'camera', at: new Date().toISOString(), ms: '5000', sha256 })
      const path = `/api/proctoring/attempts/${FIRST_ATTEMPT + person}/pieces/${number}?${query.toString()}`
      const { status, body } = await client.upload(path, 'piece', { name: 'piece', type: 'video/webm', content })
      if (status !== 200) throw new Error(`A piece answered ${status} ${JSON.stringify(body)}`)
      sent++
    }
    const questions = await Promise.all(people.map(({ client }) => ownQuestion(client)))
    const fallback = questions.findIndex((one) => one !== null)
    const answer = async (person: number) => {
      const at = questions[person] ? person : fallback
      const { path, key } = questions[at]!
      const { status } = await people[at]!.client.put(path, { answers: [key] })
      if (status !== 200) throw new Error(`An answer answered ${status}`)
    }
    const check = async () => {
      const [row] = await sql(
        `select count(*)::int as kept from proctoring_pieces p join proctoring_recordings r on r.id = p.recording_id where r.attempt_id >= $1`,
        [FIRST_ATTEMPT],
      )
      if (row!.kept !== sent) throw new Error(`${sent} pieces were sent and ${String(row!.kept)} kept`)
      return `${sent} pieces sent, ${String(row!.kept)} kept; a hundred candidates send ${PIECES_A_SECOND} a second`
    }
    return [
      { name: 'ten answers saved', aim: 12, run: async (_client, person) => tenAnswers(() => answer(person)) },
      { name: 'a recorded piece of 500 kB', aim: 25, run: sendPiece, check },
      {
        name: 'a piece and ten answers: less the piece above, at most twice the ten answers above',
        aim: 50,
        run: async (client, person) => void (await Promise.all([sendPiece(client, person), tenAnswers(() => answer(person))])),
        check,
      },
    ]
  },

  async growth(tools) {
    const client = await tools.signIn(EXAMINER.email, EXAMINER.company)
    const asked = ['todo', 'doing', 'done'].map((tab) => ({ name: `reviews: ${tab}`, path: `/api/proctoring/reviews?tab=${tab}`, client }))
    await addDecided(tools, 1, FEW)
    return { asked, grow: () => addDecided(tools, FEW + 1, MANY), most: MAX_GROWTH }
  },
}

async function tenAnswers(answer: () => Promise<void>): Promise<void> {
  for (let n = 0; n < 10; n++) await answer()
}

export default bench
