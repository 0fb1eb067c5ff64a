import db from '@adonisjs/lucid/services/db'
import { dayOf, today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import { APPEAL_DAYS } from '../../contract/states.js'
import { waitingHere } from './due.js'
import { WAITING_MAIL } from './mail_triggers.js'
import type { VerdictFacts } from './decide.js'
import { ofRecording, type RecordingRow } from './recording_row.js'

export interface RefusedFacts {
  member: number
  quiz: Record<string, string>
  course: Record<string, string>
  participation: number
}

/** The words of the mail about a verdict. Null once the recording is deleted. */
export async function verdictValues({ recording }: VerdictFacts): Promise<Record<string, string> | null> {
  const row: (RecordingRow & { reader: string | null }) | null = await db
    .from('proctoring_recordings as r')
    .join('kit_members as m', 'm.id', 'r.membership_id')
    .where('r.id', recording)
    .select('r.*', 'm.language as reader')
    .first()
  if (!row) return null
  const answers = await (await serviceOf(learningService))?.answersOf(row.attempt_id!)
  const rejections: { explanation: string }[] = await db
    .from('proctoring_decisions')
    .where({ ...ofRecording(row), verdict: 'reject' })
    .orderBy('round')
    .select('explanation')
  return {
    quiz: textIn(row.quiz_title, row.reader),
    course: textIn(row.course_name, row.reader),
    provider: row.provider_name,
    grade: String(answers?.grade ?? ''),
    correct: String(answers?.correct ?? ''),
    total: String(answers?.counted ?? ''),
    needed: String(answers?.passPercentage ?? ''),
    // An approved attempt can be failed: a question may have been withdrawn for everybody before the appeal.
    passed: answers?.passed ? 'yes' : 'no',
    explanation: rejections.map(({ explanation }) => explanation).join('\n\n'),
    appeal: row.appealed_at ? 'no' : 'yes',
    days: String(APPEAL_DAYS),
    actionUrl: await platformUrl(`/deelnemer/training/quiz/resultaten/${row.attempt_id}`),
  }
}

/** The words of the supervisors' mail about a refusal. Null once the person is deleted. */
export async function refusedValues({ member, quiz, course, participation }: RefusedFacts): Promise<Record<string, string> | null> {
  const person: { full_name: string; language: string | null } | null = await db
    .from('kit_members')
    .where('id', member)
    .select('full_name', 'language')
    .first()
  if (!person) return null
  return {
    person: person.full_name,
    quiz: textIn(quiz, null),
    course: textIn(course, null),
    actionUrl: await platformUrl(`/training/deelnemer/inzichten/${participation}`),
  }
}

export interface ExtraTimeFacts {
  /** 0: the extra time was revoked. */
  percent: number
}

/** The words of the participant's mail about extra time. */
export const extraTimeValues = async ({ percent }: ExtraTimeFacts): Promise<Record<string, string>> => ({
  percent: String(percent),
  actionUrl: await platformUrl('/deelnemer/trainingen'),
})

export interface WaitingFacts {
  count: number
  /** The day since which the oldest attempt waits: `yyyy-mm-dd`. */
  since: string
  /** The recipient, whose language the mail is in. */
  member: number
}

/**
 * Reminds the examiners of the running company of attempts that have waited for days; the job `proctoring.waiting`. Each examiner gets at
 * most one mail a day.
 */
export async function mailWaiting(): Promise<void> {
  await db.transaction(async (trx) => {
    const waiting: { n: string; first: Date | null } = await trx
      .from('proctoring_recordings')
      .where('review_company_id', currentCompanyId())
      .whereRaw(waitingHere)
      .select(trx.raw('count(*) as n, min(coalesce(appealed_at, submitted_at)) as first'))
      .firstOrFail()
    if (!waiting.first) return
    const examiners: { id: number }[] = await trx
      .from('kit_members')
      .where({ company_id: currentCompanyId(), state: 'active' })
      .whereIn('role', ['examinator', 'proctor'])
      .select('id')
    for (const { id: member } of examiners) {
      const payload: WaitingFacts = { count: Number(waiting.n), since: dayOf(waiting.first), member }
      await sendMail(trx, WAITING_MAIL, { to: { member }, payload, key: `${member}:${today()}` })
    }
  })
}

/** The words of that mail. Null once the examiner is deleted. */
export async function waitingValues({ count, since, member }: WaitingFacts): Promise<Record<string, string> | null> {
  const reader: { language: string } | null = await db.from('kit_members').where('id', member).select('language').first()
  if (!reader) return null
  const day = new Intl.DateTimeFormat(reader.language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(since))
  return { count: String(count), since: day, actionUrl: await platformUrl('/proctoring') }
}
