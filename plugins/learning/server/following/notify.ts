import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Day } from '#core/kit/days'
import { sendMail } from '#core/kit/mail'
import type { Given } from '../../contract/index.js'
import { requestInvitation } from '#core/kit/registration'
import { platformUrl } from '#core/kit/settings'
import { textIn, translate } from '#core/kit/words'
import { ASSIGNED_MAILS, WITHDRAWN_MAIL } from './reminder_kinds.js'

/** An assigned participation that its person is notified of. */
export interface NotifiedResult {
  participationId: number
  /**
   * `assigned`: a course that they did not have open. `changed`: another due day, or mandatory turned on or off. `unchanged` sends nothing.
   */
  outcome: 'assigned' | 'changed' | 'unchanged'
}

/** The data for the mails; `ids` are participations of one person. */
export interface AssignedFacts {
  ids: number[]
}

/**
 * Notifies a person of the courses they were assigned, once per participation, in the transaction that assigns them: by a mail and a
 * notification. A person with an open invitation gets the invitation again, which lists their courses. Runs in the scope of their company.
 */
export async function notifyAssigned(trx: TransactionClientContract, membershipId: number, told: readonly NotifiedResult[]): Promise<void> {
  const idsOf = (outcome: NotifiedResult['outcome']) =>
    told.filter((one) => one.outcome === outcome).map(({ participationId }) => participationId)
  const assigned = idsOf('assigned')
  const changed = idsOf('changed')
  if (!assigned.length && !changed.length) return
  const { state } = await trx.from('kit_members').where('id', membershipId).select('state').firstOrFail()
  if (state === 'invited') return assigned.length ? requestInvitation(trx, membershipId) : undefined
  const to = { member: membershipId }
  if (assigned.length) {
    const payload: AssignedFacts = { ids: assigned }
    await sendMail(trx, ASSIGNED_MAILS.assigned, { to, payload, key: assigned.join() })
  }
  if (changed.length) await sendMail(trx, ASSIGNED_MAILS.changed, { to, payload: { ids: changed } satisfies AssignedFacts })
}

/**
 * Notifies a person that an assignment was undone: a course was withdrawn, or has its previous terms again. A person who was never notified
 * of it gets nothing. Runs in the transaction that undoes it.
 */
export async function notifyWithdrawn(trx: TransactionClientContract, membershipId: number, given: readonly Given[]): Promise<void> {
  const told = given.filter((one) => one.told)
  const gone = told.filter((one) => !one.before).map(({ id }) => id)
  if (gone.length) await sendMail(trx, WITHDRAWN_MAIL, { to: { member: membershipId }, payload: { ids: gone } satisfies AssignedFacts })
  const changed = told.filter((one) => one.before).map(({ id }) => ({ participationId: id, outcome: 'changed' as const }))
  await notifyAssigned(trx, membershipId, changed)
}

interface GivenRow {
  id: number
  name: Record<string, string>
  language: string
  due_at: Day | null
  mandatory: boolean
}

const openCourses = () =>
  db
    .from('learning_participations as p')
    .join('learning_course_versions as v', 'v.id', 'p.version_id')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .whereIn('p.status', ['registered', 'planned', 'busy'])
    .orderBy('p.due_at')
    .orderBy('p.id')
    .select('p.id', 'v.name', 'm.language', 'p.mandatory', db.raw('p.due_at::text as due_at'))

/** A day as written in a mail: vrijdag 4 december. */
export const dayInWords = (day: Day, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** One line per course: its name, its due day, and whether it is mandatory. */
const linesOf = (rows: readonly GivenRow[]): string =>
  rows
    .map(({ name, language, due_at: day, mandatory }) =>
      translate(language, 'learning.mail.given_line', {
        course: textIn(name, language),
        due: day ? dayInWords(day, language) : '',
        terms: `${day ? 'due' : 'open'}_${mandatory ? 'mandatory' : 'free'}`,
      }),
    )
    .join('\n')

/** The values in a mail about assigned courses; null when all of them were withdrawn since. */
export async function assignedValues({ ids }: AssignedFacts): Promise<Record<string, string> | null> {
  const rows: GivenRow[] = await openCourses().whereIn('p.id', ids)
  const [first] = rows
  if (!first) return null
  return {
    count: String(rows.length),
    course: textIn(first.name, first.language),
    courses: linesOf(rows),
    actionUrl: await platformUrl(rows.length === 1 ? `/deelnemer/training/${first.id}` : '/deelnemer/trainingen'),
  }
}

/** The values in a mail about withdrawn courses; null when all of them were assigned again since. */
export async function withdrawnValues({ ids }: AssignedFacts): Promise<Record<string, string> | null> {
  const rows: Pick<GivenRow, 'name' | 'language'>[] = await db
    .from('learning_participations as p')
    .join('learning_course_versions as v', 'v.id', 'p.version_id')
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .whereIn('p.id', ids)
    .where('p.status', 'cancelled')
    .orderBy('p.id')
    .select('v.name', 'm.language')
  const [first] = rows
  if (!first) return null
  return {
    count: String(rows.length),
    course: textIn(first.name, first.language),
    courses: rows.map(({ name, language }) => `– ${textIn(name, language)}`).join('\n'),
    actionUrl: await platformUrl('/deelnemer/trainingen'),
  }
}

/** The assigned courses of a person with an open invitation, for the invitation mail; empty without any. */
export async function invitationText(membershipId: number): Promise<string> {
  const rows: GivenRow[] = await openCourses().where('p.membership_id', membershipId)
  const [first] = rows
  return first ? translate(first.language, 'learning.mail.waiting', { count: rows.length, courses: linesOf(rows) }) : ''
}
