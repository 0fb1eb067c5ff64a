import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { fullName } from '#core/contract/full_name'
import { type Day, today } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl, settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import type { stepsStarted } from '../../contract/index.js'
import { flowsSettings } from '../../settings.js'
import { DONE, type Reason, STUCK } from '../../contract/states.js'
import { peopleRows, type PersonRow } from './load_facts.js'
import { inWords, timeLines } from './time_line.js'

export const STEP_MAIL = 'flows.mail.step_started'
export const FINISHED_MAIL = 'flows.mail.finished'
export const STUCK_MAIL = 'flows.mail.stuck'

/** Maximum number of people in the supervisors' mail; the others are counted. */
const NAMED = 20

export interface StepFacts {
  person: number
  participations: number[]
}

/** Mails a person which steps started. A person who was invited gets the invitation again, which names their open courses. */
export async function mailStarted({ personId, membershipId, participationIds }: PayloadOf<typeof stepsStarted>): Promise<void> {
  await db.transaction(async (trx) => {
    const member: { state: string } | null = await trx.from('kit_members').where('id', membershipId).select('state').first()
    if (!member || member.state === 'inactive') return
    if (member.state === 'invited') {
      const given = participationIds.map((participationId) => ({ participationId, outcome: 'assigned' as const }))
      await (await serviceOf(learningService, trx))?.notifyAssigned(trx, membershipId, given)
      return
    }
    if (!(await settingsOf(flowsSettings, trx)).mail_step_started) return
    const payload: StepFacts = { person: personId, participations: participationIds }
    await sendMail(trx, STEP_MAIL, { to: { member: membershipId }, payload, key: participationIds.join() })
  })
}

/** The values of the mail of a started step; null when none of its courses is open any more. */
export async function stepValues({ person, participations }: StepFacts): Promise<Record<string, string> | null> {
  const row: (PersonRow & { language: string }) | null = await peopleRows(db)
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .where('p.id', person)
    .select('m.language')
    .first()
  if (!row) return null
  const [line] = await timeLines([row], row.language)
  const open = line!.steps.filter(({ participation, state }) => participations.includes(participation ?? 0) && !DONE.includes(state))
  const [first] = open
  if (!first) return null
  const words = open.map(({ course, due_on: due }) =>
    translate(row.language, 'flows.mail.line', { course, due: due ? inWords(due, row.language) : '', kind: due ? 'due' : 'open' }),
  )
  return {
    flow: row.flow,
    count: String(open.length),
    course: first.course,
    courses: words.join('\n'),
    done: String(line!.done),
    total: String(line!.total),
    actionUrl: await platformUrl(open.length === 1 ? `/deelnemer/training/${first.participation}` : '/deelnemer/trainingen'),
  }
}

/** The values of the mail about a finished flow; null if the company has switched it off. */
export async function finishedValues({ flow }: { flow: string }): Promise<Record<string, string> | null> {
  if (!(await settingsOf(flowsSettings)).mail_finished) return null
  return { flow, actionUrl: await platformUrl('/deelnemer/trainingen') }
}

export interface StuckFacts {
  /** Rows of flows_people, the first few. */
  ids: number[]
  count: number
  /** The language of the mail. */
  member: number
}

/**
 * Mails the company's supervisors who cannot continue and why: the weekly job `flows.digest`. Once a week per supervisor, also when the
 * process is interrupted.
 */
export async function digestStuck(day: Day = today()): Promise<void> {
  if (!(await settingsOf(flowsSettings)).mail_stuck) return
  await db.transaction(async (trx) => {
    const rows: { id: number }[] = await trx
      .from('flows_people')
      .where('company_id', currentCompanyId())
      .whereNotNull('stuck')
      .whereNull('removed_at')
      .orderBy('id')
      .select('id')
    if (!rows.length) return
    const supervisors: { id: number }[] = await trx
      .from('kit_members')
      .where({ company_id: currentCompanyId(), role: 'beheerder', state: 'active' })
      .select('id')
    const ids = rows.slice(0, NAMED).map(({ id }) => id)
    for (const { id: member } of supervisors) {
      const payload: StuckFacts = { ids, count: rows.length, member }
      await sendMail(trx, STUCK_MAIL, { to: { member }, payload, key: `${member}:${day}` })
    }
  })
}

/** The values of that mail: a line per person, with the flow and the reason; null when everybody can continue by now. */
export async function stuckValues({ ids, count, member }: StuckFacts): Promise<Record<string, string> | null> {
  const { language } = await db.from('kit_members').where('id', member).select('language').firstOrFail()
  const rows: { firstname: string; infix: string | null; lastname: string; flow: string; stuck: Reason }[] = await peopleRows(db)
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .whereIn('p.id', ids)
    .whereNotNull('p.stuck')
    .orderBy('p.id')
    .select('m.firstname', 'm.infix', 'm.lastname')
  if (!rows.length) return null
  const lines = rows.map(({ flow, stuck, ...person }) =>
    translate(language, 'flows.mail.stuck_line', { person: fullName(person), flow, why: translate(language, `flows.stuck.${stuck}`) }),
  )
  if (count > ids.length) lines.push(translate(language, 'flows.mail.stuck_more', { count: count - ids.length }))
  return { count: String(count), people: lines.join('\n'), actionUrl: await platformUrl(`/flows/deelnemers?stuck=${STUCK.join()}`) }
}
