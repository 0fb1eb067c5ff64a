import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'

/** A company with a recorded quiz, an exam provider, and helpers for tests that use both. */
export interface RecordedWorld {
  app: TestApp
  own: TestCompany
  provider: TestCompany
  supervisor: TestClient
  /** Id of the course. */
  course: number
  /** Signs in a new examiner of the provider. */
  examiner(entitled?: boolean): Promise<TestClient>
  /** Signs in a new participant who has opened the course and completed everything before the quiz. */
  candidate(): Promise<Candidate>
}

export interface Candidate {
  member: TestMember
  client: TestClient
  participation: number
  activity: number
}

const at = (path: string) => new URL(`../${path}`, import.meta.url)
export const film = (number: number): Buffer => readFileSync(at(`demo/camera-${number}.webm`))
const photo = (name: string) => ({ name, type: 'image/jpeg', content: readFileSync(at(`demo/${name}`)) })
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The folder of the recorded course, with extra rules for its quiz. */
function courseWith(rules: readonly string[]): string {
  const folder = fileURLToPath(at('courses/examen-op-afstand'))
  if (!rules.length) return folder
  const copy = join(mkdtempSync(join(tmpdir(), 'recorded-')), 'examen-op-afstand')
  cpSync(folder, copy, { recursive: true })
  const text = readFileSync(join(copy, 'course.md'), 'utf8')
  const line = '        has_video: true\n'
  writeFileSync(join(copy, 'course.md'), text.replace(line, line + rules.map((rule) => `        ${rule}\n`).join('')))
  return copy
}

/** The same course as a course of the platform: only those have exam moments. */
const platformCourse = (app: TestApp, rules: readonly string[]): Promise<number> =>
  app.asSystem(async () => {
    const { serviceOf } = await import('#core/kit/services')
    const { learningDemo } = await import('#plugins/learning/contract/demo')
    return (await serviceOf(learningDemo))!.importPlatformCourse(courseWith(rules))
  })

/** @param rules lines of course.md that are added to those of the recorded quiz */
export async function recordedWorld({
  withProvider = true,
  ofPlatform = false,
  rules = [] as string[],
  retentionDays = 30,
} = {}): Promise<RecordedWorld> {
  const app = await testApp()
  const provider = await createCompany({
    settings: {
      companies: { exam_provider: true, exam_terms: { nl: 'Neem je paspoort mee.', en: 'Bring your passport.' } },
      proctoring: { retention_days: retentionDays },
    },
  })
  const own = await createCompany({
    settings: { learning: { own_courses: true }, ...(withProvider && { proctoring: { provider: provider.loginId } }) },
  })
  const supervisor = await signInSupervisor(own.loginId)
  const course = ofPlatform
    ? await platformCourse(app, rules)
    : await app.inCompany(own.loginId, async () => {
        const { serviceOf } = await import('#core/kit/services')
        const { learningService } = await import('#plugins/learning/contract/index')
        return (await serviceOf(learningService))!.importOwnCourse(courseWith(rules))
      })
  return {
    ...{ app, own, provider, supervisor, course },
    async examiner(entitled = true) {
      const entitlements = entitled ? ['examinator_can_validate_attempts'] : []
      const { email } = await createParticipant(provider.loginId, {
        signsIn: true,
        membership: { role: entitled ? 'examinator' : 'proctor', entitlements },
      })
      return signInAs(email, undefined, provider.loginId)
    },
    async candidate() {
      const member = await createParticipant(own.loginId, { signsIn: true })
      const participation = await app.inCompany(own.loginId, async () => {
        const { serviceOf } = await import('#core/kit/services')
        const { learningService } = await import('#plugins/learning/contract/index')
        return (await serviceOf(learningService))!.register(member.id, course, 'assigned')
      })
      const client = await signInAs(member.email, undefined, own.loginId)
      const base = `/api/learning/participations/${participation}`
      await client.post(`${base}/language`, { language: 'nl' })
      const { modules } = (await client.get(base)).body.data
      const [page, quiz] = modules[0].activities
      await client.post(`${base}/activities/${page.id}/open`)
      await client.post(`${base}/activities/${page.id}/complete`)
      return { member, client, participation, activity: quiz.id }
    },
  }
}

const quizPath = ({ participation, activity }: Candidate) => `/api/proctoring/quizzes/${participation}/${activity}`

/** Agrees to the recording and takes both photos. */
export async function prepareFor(who: Candidate): Promise<void> {
  const { terms_mark: mark } = (await who.client.get(quizPath(who))).body.data
  await who.client.post(`${quizPath(who)}/prepare`, { consent: true, terms_mark: mark })
  await who.client.upload(`${quizPath(who)}/photos/id`, 'photo', photo('document.jpg'))
  await who.client.upload(`${quizPath(who)}/photos/face`, 'photo', photo('face.jpg'))
}

export const startQuiz = (who: Candidate) =>
  who.client.post(`/api/learning/participations/${who.participation}/activities/${who.activity}/attempts`, { touch_only: false })

/** Sends one piece. @param over properties that differ from the truth */
export function sendPiece(
  client: TestClient,
  attempt: number,
  number: number,
  over: Record<string, string> = {},
  content: Uint8Array = film(Math.abs(number) % 3),
) {
  const query = new URLSearchParams({ source: 'camera', at: new Date().toISOString(), ms: '4000', sha256: sha256(content), ...over })
  return client.upload(`/api/proctoring/attempts/${attempt}/pieces/${number}?${query}`, 'piece', {
    name: 'piece',
    type: 'video/webm',
    content,
  })
}

/** Answers every question. @param right the number of correct answers */
export async function answerAll(world: RecordedWorld, who: Candidate, attempt: number, right = 5): Promise<void> {
  const { questions } = (await who.client.get(`/api/learning/attempts/${attempt}`)).body.data
  const texts = await world.app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const rows: { id: number; answers: { text: Record<string, string>; correct?: boolean }[] }[] = await db
      .from('learning_questions')
      .whereIn(
        'id',
        questions.map(({ id }: { id: number }) => id),
      )
      .select('id', 'answers')
    return new Map(rows.map(({ id, answers }) => [id, answers.find(({ correct }) => correct)!.text.nl]))
  })
  for (const [index, question] of questions.entries()) {
    const isRight = ({ text }: { text: string }) => text === texts.get(question.id)
    const answer = question.answers.find((one: { text: string }) => isRight(one) === index < right)
    await who.client.put(`/api/learning/attempts/${attempt}/answers/${question.id}`, { answers: [answer.key] })
  }
}

/** Takes the whole recorded quiz. @returns its attempt */
export async function takeQuiz(world: RecordedWorld, who: Candidate, right = 5): Promise<number> {
  await prepareFor(who)
  const attempt: number = (await startQuiz(who)).body.data.id
  for (const number of [0, 1, 2]) await sendPiece(who.client, attempt, number)
  await answerAll(world, who, attempt, right)
  await who.client.post(`/api/learning/attempts/${attempt}/submit`)
  return attempt
}
