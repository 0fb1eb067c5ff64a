import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { inOpenCompany, sessionOfMember } from '#core/kit/scope'
import { settingsOf } from '#core/kit/settings'
import { examsDemo } from '#plugins/exams/contract/demo'
import { learningDemo } from '#plugins/learning/contract/demo'
import { learningService } from '#plugins/learning/contract/index'
import { proctoringSettings } from '../../settings.js'
import { complain } from './complaints.js'
import { grantExtraTime } from './extra_time.js'
import { storePiece } from './pieces.js'
import { recordPractice } from './practice.js'
import { storePhoto, prepare, recordedFor } from './prepare.js'
import { below, ownRecording, type RecordingRow } from './recording_row.js'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** Length of each piece of the demo's film, in milliseconds. */
const PIECE_MS = 4000
const PIECES = 3

/** The company of the demo whose people take recorded exams. */
const TAKES_EXAMS = 'noordwind'

/** Creates an exam of that company's own course in Safe Exam Browser, and a moment for it today at the exam house. Idempotent. */
export async function loadPlatformDemo(): Promise<void> {
  const course = await inOpenCompany({ plugin: 'proctoring', company: TAKES_EXAMS }, async () =>
    (await serviceOf(learningService))?.importOwnCourse(at('courses/examen-op-locatie')),
  )
  if (course) await (await serviceOf(examsDemo))?.addMomentToday(course)
}

/** Seats four people at that moment. Two of them are present, so the examiner can start the exam for them. */
async function fillRoom(members: readonly number[]): Promise<void> {
  const learning = await serviceOf(learningService)
  const course = await learning?.courseNamed('examen-op-locatie')
  if (!learning || !course) return
  for (const member of members) await learning.register(member, course.id, 'assigned')
  await (await serviceOf(examsDemo))?.fillRoom(course.id, members, 2)
}

/** Creates a course with a recorded exam, and two people whose attempts wait for an examiner. Idempotent. */
export async function loadDemo({ memberships }: { memberships: readonly number[] }): Promise<void> {
  const [learning, demo] = [await serviceOf(learningService), await serviceOf(learningDemo)]
  const { provider } = await settingsOf(proctoringSettings)
  if (!learning || !demo || !provider || (await db.from('proctoring_recordings').first())) return
  await fillRoom(memberships.slice(3, 7))
  const course = await learning.importOwnCourse(at('courses/examen-op-afstand'))
  const filmOf = (source: 'camera' | 'screen') =>
    Promise.all(
      Array.from({ length: PIECES }, async (_, number) => ({
        source,
        number,
        content: await readFile(at(`demo/${source}-${number}.webm`)),
      })),
    )
  const film = [...(await filmOf('camera')), ...(await filmOf('screen'))]
  const [document, face] = [await readFile(at('demo/document.jpg')), await readFile(at('demo/face.jpg'))]
  const [first] = memberships
  if (first !== undefined) await db.transaction((trx) => grantExtraTime(trx, first, 25))
  for (const member of memberships.slice(-2)) {
    const session = await sessionOfMember(member)
    if (!session) continue
    let last = 0
    await demo.takeCourse(
      member,
      course,
      async (participation, activity) => {
        const { provider: reviewer, quiz } = await recordedFor(session, participation, activity)
        await recordPractice(quiz, new Date(Date.now() - 3 * 86_400_000))
        await prepare(session, participation, activity, reviewer.terms?.mark ?? null)
        await storePhoto(session, participation, activity, 'id', document)
        await storePhoto(session, participation, activity, 'face', face)
      },
      async (attempt) => {
        last = attempt
        // The attempt started long enough ago for the film to fit.
        const startedAt = new Date(Date.now() - PIECES * PIECE_MS - 1000)
        const [row]: RecordingRow[] = await db
          .from('proctoring_recordings')
          .where('attempt_id', attempt)
          .update({ started_at: startedAt })
          .returning(['id', 'company_id', 'review_company_id'])
        await db.from('proctoring_marks').where('recording_id', row!.id).update({ at: startedAt })
        for (const { source, number, content } of film) {
          const sha256 = createHash('sha256').update(content).digest('hex')
          const piece = {
            source,
            number,
            startedAt: new Date(startedAt.getTime() + number * PIECE_MS),
            milliseconds: PIECE_MS,
            sha256,
          }
          await storePiece(session, await ownRecording(session, attempt), piece, () => Promise.resolve(content))
        }
        await db.table('proctoring_marks').insert([
          { ...below(row!), kind: 'hidden', at: new Date(startedAt.getTime() + 5000) },
          { ...below(row!), kind: 'visible', at: new Date(startedAt.getTime() + 7000) },
        ])
      },
    )
    // One of the two makes a complaint about a question.
    if (member === memberships.at(-1))
      await complain(session, String(last), 3, 'Twee antwoorden kunnen goed zijn: het hangt van het werk af.')
  }
}
