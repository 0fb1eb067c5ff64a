import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { conflict, invalid } from '#core/contract/errors'
import { extendList, type ListedRow, type Narrowable } from '#core/contract/lists'
import { today } from '#core/kit/days'
import { defineAction, daysCondition } from '#core/kit/lists'
import { nextEndColumn } from '#core/kit/people'
import type { Session } from '#core/kit/scope'
import { participantsList } from '#plugins/people/contract/index'
import { assignAll } from '../following/assign.js'
import { courseChoices } from '../following/course_choices.js'
import { OVERDUE } from '../following/participation_sql.js'
import { notifyWithdrawn } from '../following/notify.js'
import { unassign } from '../following/unassign.js'
import { assignInput } from '../validators/following.js'

const OPEN = `p.status in ('registered', 'planned', 'busy') and (p.expires_at is null or p.expires_at > now())`

const EXPIRED = `(p.status = 'expired' or p.status in ('registered', 'planned', 'busy') and p.expires_at <= now())`
const FLAGS = [OVERDUE, EXPIRED, `p.status = 'failed'`]

/** Days after which an unopened course counts as idle. */
const IDLE_DAYS = 14

/** Problems with a person's latest participations; `none`: no problem. */
const ATTENTION: Record<string, [sql: string, values: () => string[]]> = {
  overdue: [OVERDUE, () => [today()]],
  expired: [EXPIRED, () => []],
  failed: [`p.status = 'failed'`, () => []],
  not_started: [`${OPEN} and p.status = 'registered'`, () => []],
  idle: [`${OPEN} and p.status = 'registered' and p.registered_at < now() - interval '${IDLE_DAYS} days'`, () => []],
  review: [
    `exists (select 1 from learning_attempts a where a.company_id = p.company_id and a.participation_id = p.id and a.status = 'in_review')`,
    () => [],
  ],
  none: [`(${FLAGS.join(' or ')})`, () => [today()]],
}

type Columns = { id: string; companyId: string }

/** Filters people by whether any of their latest participations meets a condition. */
function has(query: Narrowable, { id, companyId }: Columns, condition: string, values: unknown[], not = false): void {
  query.whereRaw(
    `${not ? 'not ' : ''}exists (select 1 from learning_participations p
       where p.company_id = ${companyId} and p.membership_id = ${id} and p.current and ${condition})`,
    values,
  )
}

/** The same for a moment within a range of days. */
function within(query: Narrowable, days: string, columns: Columns, condition: string, moment: string): void {
  const { sql, values } = daysCondition(days, moment, 'moment')
  has(query, columns, `${condition} and ${sql}`, values)
}

/** The number of participations of each person that meet a condition; one query. */
async function countOf(rows: readonly ListedRow[], condition: string, values: string[] = []): Promise<Map<number, number>> {
  const counted: { membership_id: number; n: number }[] = await db
    .from('learning_participations as p')
    .whereIn('p.company_id', [...new Set(rows.map(({ companyId }) => companyId))])
    .whereIn(
      'p.membership_id',
      rows.map(({ id }) => id),
    )
    .whereRaw(`p.current and ${condition}`, values)
    .groupBy('p.membership_id')
    .select('p.membership_id')
    .count('* as n')
  const found = new Map(counted.map(({ membership_id: id, n }) => [id, Number(n)]))
  return new Map(rows.map(({ id }) => [id, found.get(id) ?? 0]))
}

/** The number of course names that fit on a line. */
const NAMED = 3

/** @throws AppError 422 on `courses` for one that cannot be assigned, once up front instead of for each person */
async function namesOf(courses: readonly number[], session: Session): Promise<string> {
  const known = new Map((await courseChoices(session)).map(({ id, name }) => [id, name]))
  const names = courses.map((id) => known.get(id) ?? '')
  if (!courses.every((id) => known.has(id))) throw invalid('courses', 'unknown')
  return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '')
}

/** "Training toewijzen": assigns the courses to everybody who was chosen. A person who is refused one course still gets the others. */
const assign = defineAction({
  name: 'learning.assign',
  label: 'learning.assign.title',
  confirm: 'learning.assign.title',
  access: can('learning.progress.manage'),
  input: assignInput,
  about: ({ courses }, session) => namesOf(courses, session),
  run: async ({ id, trx, session, input: { courses, due_at: dueAt = null, mandatory = false, again = false, tell = true, skip } }) => {
    // Without duplicates: after a second assignment of the same course, the first could not be undone.
    const results = await assignAll(trx, session, id, new Set(courses), { due_at: dueAt, mandatory, again, tell, ...(skip && { skip }) })
    if (results.every(({ code }) => code !== null)) throw conflict(results[0]!.code!)
    const given = results.flatMap(({ given: one }) => (one && one.over === undefined ? one : []))
    return given.length ? { kept: { given } } : 'unchanged'
  },
  undo: {
    label: 'learning.assign.undo',
    run: async ({ id, trx, session, kept: { given } }) => {
      const done: Awaited<ReturnType<typeof unassign>>[] = []
      for (const one of given) done.push(await unassign(trx, session, one))
      await notifyWithdrawn(
        trx,
        id,
        given.filter((_, at) => done[at] === true),
      )
      const stays = done.find((one) => typeof one === 'string')
      if (stays) return { partly: stays }
      return done.includes(true) ? undefined : 'unchanged'
    },
  },
})

/** Learning's additions to /deelnemers: open and overdue courses, filters, and assigning courses to many people. */
export const onParticipants = extendList(participantsList, {
  columns: [
    { key: 'learning_open', kind: 'number', label: 'learning.participants.open', load: (rows) => countOf(rows, OPEN) },
    {
      key: 'learning_overdue',
      kind: 'number',
      label: 'learning.participants.overdue',
      note: { label: 'learning.participants.overdue_note', tone: 'error', icon: 'warning' },
      load: (rows) => countOf(rows, OVERDUE, [today()]),
    },
    {
      key: 'learning_expired',
      kind: 'number',
      label: 'learning.participants.expired',
      note: { label: 'learning.participants.expired_note', tone: 'warning', icon: 'expired' },
      load: (rows) => countOf(rows, EXPIRED),
    },
    {
      key: 'learning_failed',
      kind: 'number',
      label: 'learning.participants.failed',
      note: { label: 'learning.participants.failed_note', tone: 'warning', icon: 'error' },
      load: (rows) => countOf(rows, `p.status = 'failed'`),
    },
    {
      ...nextEndColumn('learning_access_ends', 'timestamptz'),
      key: 'learning_next_end',
      label: 'learning.participants.next_end',
      short: 'learning.participants.next_end_short',
      visible: true,
    },
  ],
  filters: [
    {
      key: 'learning_attention',
      label: 'learning.participants.attention',
      choices: {
        overdue: 'learning.participants.attention_overdue',
        expired: 'learning.participants.attention_expired',
        failed: 'learning.participants.attention_failed',
        not_started: 'learning.participants.attention_not_started',
        idle: 'learning.participants.attention_idle',
        review: 'learning.participants.attention_review',
        none: 'learning.participants.attention_none',
      },
      where: (query, value, columns) => {
        const [sql, values] = ATTENTION[value]!
        has(query, columns, sql, values(), value === 'none')
      },
      whereAny: (query, values, columns) => {
        if (values.includes('none')) return false
        const parts = values.map((value) => ATTENTION[value]!)
        const bound = parts.flatMap(([, of]) => of())
        has(query, columns, `(${parts.map(([sql]) => `(${sql})`).join(' or ')})`, bound)
        return true
      },
    },
    {
      // When access to an open training ends.
      key: 'learning_ends',
      label: 'learning.participants.ends',
      kind: 'days',
      when: 'coming',
      where: (query, value, columns) => within(query, value, columns, `p.status in ('registered', 'planned', 'busy')`, 'p.expires_at'),
    },
    {
      // Assigned on a date in this range and not begun: `..2026-01-01`.
      key: 'learning_waiting',
      label: 'learning.participants.waiting',
      kind: 'days',
      where: (query, value, columns) => within(query, value, columns, `${OPEN} and p.status <> 'busy'`, 'p.registered_at'),
    },
  ],
  actions: [assign],
})
