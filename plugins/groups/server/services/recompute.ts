import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import { zone } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService, type LearningService } from '#plugins/learning/contract/index'
import type { Rule } from '../../contract/rules.js'
import { applyRule } from './rules.js'

const BATCH = 200
/** A person who joins after the due day gets this number of days, as when a course is restarted. */
const LATE_DAYS = 14

// When several groups give the same course: the earliest due day, and mandatory if one of them says so.
const wanted = (joined: string) => `
  select gm.company_id, gm.membership_id, gc.course_id, bool_or(gc.mandatory) as mandatory, bool_or(gc.tell) as tell,
         string_agg(distinct g.name, ', ' order by g.name) as why,
         min(case when gc.due_days is not null then greatest(${joined}, gc.given_on) + gc.due_days
                  when gc.due_at < ${joined} then ${joined} + ${LATE_DAYS}
                  else gc.due_at end) as due_at
    from groups_members gm
    join groups_groups g on g.company_id = gm.company_id and g.id = gm.group_id
    join groups_courses gc on gc.company_id = gm.company_id and gc.group_id = gm.group_id
   where ?::bigint is null or gm.membership_id = ?
   group by gm.company_id, gm.membership_id, gc.course_id`

interface Wanted {
  membership_id: number
  course_id: number
  mandatory: boolean
  /** They are notified. */
  tell: boolean
  due_at: string | null
  why: string
}

/**
 * Aligns the courses of the current company's people with what their groups give. Each step can be repeated: a course is recorded after
 * learning has given it, and removed after learning took it back.
 * @param membership of one person only
 */
export async function recomputeCourses(membership: number | null = null): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning) return
  await takeBackAll(learning, membership)
  await giveAll(learning, membership)
}

/** People who may get a course (participants, also invited ones) and have not got it yet, or on other terms. */
async function giveAll(learning: LearningService, membership: number | null): Promise<void> {
  let past: [number, number] = [0, 0]
  for (;;) {
    const { rows } = await db.rawQuery<{ rows: Wanted[] }>(
      `with wanted as (${wanted(`(gm.joined_at at time zone '${zone()}')::date`)})
       select w.membership_id, w.course_id, w.mandatory, w.tell, w.due_at::text as due_at, w.why
         from wanted w
         join kit_members m on m.id = w.membership_id and m.role = 'leerling' and m.state in ('active', 'invited')
         left join groups_gifts x on x.company_id = w.company_id and x.membership_id = w.membership_id and x.course_id = w.course_id
        where (x.id is null or x.refused is not null
               or (x.participation_id is not null and (x.due_at, x.mandatory) is distinct from (w.due_at, w.mandatory)))
          and (w.membership_id, w.course_id) > (?, ?)
        order by w.membership_id, w.course_id limit ${BATCH}`,
      [membership, membership, ...past] as number[],
    )
    for (const gifts of Object.values(Object.groupBy(rows, (row) => row.membership_id))) await giveAllOf(learning, gifts!)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    past = [last.membership_id, last.course_id]
  }
}

type Gift = Awaited<ReturnType<LearningService['assignByGroup']>>

/** The courses that groups give one person: given, recorded and announced together, in one message. */
async function giveAllOf(learning: LearningService, gifts: readonly Wanted[]): Promise<void> {
  await db.transaction(async (trx) => {
    const told: Gift[] = []
    for (const gift of gifts) {
      const done = await giveOne(learning, trx, gift)
      if (done && gift.tell) told.push(done)
    }
    await learning.notifyAssigned(trx, gifts[0]!.membership_id, told)
  })
}

async function giveOne(
  learning: LearningService,
  trx: TransactionClientContract,
  { membership_id: id, course_id: course, mandatory, due_at: dueAt, why }: Wanted,
): Promise<Gift | null> {
  let participation: number | null = null
  let refused: string | null = null
  let done: Gift | null = null
  try {
    done = await learning.assignByGroup(id, course, { dueAt, mandatory }, why, trx)
    if (done.given) participation = done.participationId
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A person who passed it does not need it; a person who may not have it now is tried again next time, and the group shows why.
    if (error.code !== 'already_passed') refused = error.code
  }
  // Nothing is recorded for a person who no longer exists. A refusal removes nothing: a given course stays until it is withdrawn.
  await trx.rawQuery(
    `insert into groups_gifts (company_id, membership_id, course_id, participation_id, due_at, mandatory, refused)
     select company_id, id, ?, ?, ?, ?, ? from kit_members where company_id = ? and id = ?
     on conflict (company_id, membership_id, course_id)
       do update set participation_id = case when excluded.refused is null then excluded.participation_id else groups_gifts.participation_id end,
                     due_at = excluded.due_at, mandatory = excluded.mandatory,
                     refused = excluded.refused`,
    [course, participation, dueAt, mandatory, refused, currentCompanyId(), id] as number[],
  )
  return done
}

/** Courses that no group gives any more. A started one stays: learning decides. */
async function takeBackAll(learning: LearningService, membership: number | null): Promise<void> {
  for (;;) {
    const { rows } = await db.rawQuery<{ rows: { id: number; participation_id: number | null }[] }>(
      `select x.id, x.participation_id from groups_gifts x
        where (?::bigint is null or x.membership_id = ?)
          and not exists (select 1 from groups_members gm
                            join groups_courses gc on gc.company_id = gm.company_id and gc.group_id = gm.group_id
                           where gm.company_id = x.company_id and gm.membership_id = x.membership_id and gc.course_id = x.course_id)
        order by x.id limit ${BATCH}`,
      [membership, membership] as number[],
    )
    for (const { id, participation_id: participation } of rows) {
      if (participation !== null) await learning.unassignByGroup(participation)
      await db.from('groups_gifts').where('id', id).delete()
    }
    if (rows.length < BATCH) return
  }
}

/** Checks every rule of the current company for everybody, or one person, then updates their courses. */
export async function enforceRules(membership: number | null = null): Promise<void> {
  const groups = await db.from('groups_groups').whereNotNull('rule').orderBy('id').select('id')
  for (const { id } of groups) {
    await db.transaction(async (trx) => {
      // The current rule: somebody may be changing it.
      const group: { id: number; company_id: number; rule: Rule | null } | null = await trx
        .from('groups_groups')
        .where('id', id)
        .forUpdate()
        .select('id', 'company_id', 'rule')
        .first()
      if (group) await applyRule(trx, group, membership)
    })
  }
  await recomputeCourses(membership)
}
