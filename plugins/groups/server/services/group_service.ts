import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { invalid, notFound } from '#core/contract/errors'
import { orUniqueError, saveFrom, versionOf } from '#core/kit/database'
import { today } from '#core/kit/days'
import { sendJob } from '#core/kit/events'
import { currentCompanyId, inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import type { GroupKind } from '../../contract/index.js'
import type { Rule } from '../../contract/rules.js'
import { type GroupDetail, toDetail } from '../transformers/group_transformer.js'
import type { courseValidator, groupChangeValidator, groupValidator } from '../validators/groups.js'
import { type By, historyValues, historySql } from './history.js'
import { applyRule, assertKnownFields } from './rules.js'

export const UNIQUE = { groups_groups_name: 'name' }
const TABLE = 'groups_groups'

export interface GroupRow {
  id: number
  company_id: number
  company_name: string
  kind: GroupKind
  name: string
  rule: Rule | null
  members: number | string
  courses: number | string
  version: string
}

/** Groups with their numbers of people and courses. */
export const groups = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('groups_groups as g')
    .join('kit_companies as c', 'c.id', 'g.company_id')
    .select('g.id', 'g.company_id', 'g.kind', 'g.name', 'g.rule', 'c.name as company_name')
    .select(db.raw(`(select count(*) from groups_members gm where gm.company_id = g.company_id and gm.group_id = g.id) as members`))
    .select(db.raw(`(select count(*) from groups_courses gc where gc.company_id = g.company_id and gc.group_id = g.id) as courses`))
    .select(db.raw(`${versionOf('g.updated_at')} as version`))

/** Runs in the company of a group; for an admin it switches there. */
export const atGroup = <T>(session: Session, id: string, what: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: TABLE, id, reason: `groups.${what}` }, fn)

/** Courses follow from the members, shortly afterwards by a job, because there may be many. */
export const queueRuleCheck = (trx: TransactionClientContract, membership: number | null = null) =>
  sendJob(trx, 'groups.settle', { membership })

async function find(id: number | string, trx?: TransactionClientContract): Promise<GroupRow> {
  const row: GroupRow | null = await groups(trx).where('g.id', id).first()
  if (!row) throw notFound()
  return row
}

/** A complete group, in the scope of its company. */
async function detail(id: number | string, language: string): Promise<GroupDetail> {
  const row = await find(id)
  const given = await db
    .from('groups_courses')
    .where('group_id', row.id)
    .orderBy('id')
    .select('id', 'course_id', 'due_at', 'due_days', 'mandatory', 'tell', 'given_on')
  const refused: { course_id: number; code: string; people: number }[] = await db
    .from('groups_gifts as x')
    .join('groups_members as gm', (on) => on.on('gm.company_id', 'x.company_id').andOn('gm.membership_id', 'x.membership_id'))
    .join('kit_members as m', 'm.id', 'x.membership_id')
    .where('gm.group_id', row.id)
    .whereIn('m.state', ['active', 'invited'])
    .whereNotNull('x.refused')
    .groupBy('x.course_id', 'x.refused')
    .orderBy('x.course_id')
    .select('x.course_id', 'x.refused as code', db.raw('count(*)::int as people'))
  const known = new Map((await (await serviceOf(learningService))?.listCourses())?.map(({ id: course, name }) => [course, name]))
  return toDetail(
    row,
    given.map((course) => ({
      ...course,
      name: textIn(known.get(course.course_id) ?? {}, language) || null,
      refused: refused.filter(({ course_id: id }) => id === course.course_id).map(({ code, people }) => ({ code, people })),
    })),
  )
}

/** @throws AppError 404 */
export const showGroup = (session: Session, id: string) => atGroup(session, id, 'show', () => detail(id, session.row.language))

/** @throws AppError 422 on `name` (unique), `rule.conditions.<n>.field` (enum), `company` (required, for an admin) */
export function createGroup(session: Session, { company, ...input }: Infer<typeof groupValidator>): Promise<GroupDetail> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'groups.create' }, async () => {
    const id = await addGroup(input)
    return detail(id, session.row.language)
  })
}

/** The same in the company's scope. @returns its id */
export async function addGroup(
  { kind, name, rule = null }: Omit<Infer<typeof groupValidator>, 'company'>,
  client: Pick<TransactionClientContract, 'transaction'> = db,
): Promise<number> {
  await assertKnownFields(rule)
  return orUniqueError(UNIQUE, () =>
    client.transaction(async (trx) => {
      const company_id = currentCompanyId()
      const [row] = await trx
        .table(TABLE)
        .insert({ company_id, kind, name, rule: rule && JSON.stringify(rule) })
        .returning('id')
      const id = Number(row.id ?? row)
      if (rule) await applyRule(trx, { id, company_id, rule })
      return id
    }),
  )
}

/** @throws AppError 404; 409 changed_meanwhile; 422 as createGroup */
export function updateGroup(
  session: Session,
  id: string,
  { updated_at: version, kind, name, rule = null }: Infer<typeof groupChangeValidator>,
): Promise<GroupDetail> {
  return atGroup(session, id, 'update', async () => {
    await assertKnownFields(rule)
    await orUniqueError(UNIQUE, () =>
      saveFrom(
        {
          table: TABLE,
          id: Number(id),
          version,
          sent: { kind, name, rule },
          current: async (trx) => {
            const row = await find(id, trx)
            return { kind: row.kind, name: row.name, rule: row.rule, updated_at: row.version }
          },
        },
        async (trx) => {
          const values = { kind, name, rule: rule && JSON.stringify(rule), updated_at: trx.raw('clock_timestamp()') }
          await trx.from(TABLE).where('id', id).update(values)
          await applyRule(trx, { id: Number(id), company_id: currentCompanyId(), rule })
          await queueRuleCheck(trx)
        },
      ),
    )
    return detail(id, session.row.language)
  })
}

/** Its courses are withdrawn, as if everybody had left. @throws AppError 404 */
export function removeGroup(session: Session, id: string): Promise<void> {
  return atGroup(session, id, 'remove', () => db.transaction((trx) => dissolve(trx, Number(id), session)))
}

/** The same in the company's scope. @throws AppError 404 */
export async function dissolve(trx: TransactionClientContract, id: number, by: By): Promise<void> {
  const members = 'select membership_id from groups_members where group_id = ?'
  await trx.rawQuery(historySql(members), historyValues(id, 'left', 'removed', by).toSpliced(4, 0, id) as never[])
  const gone = await trx.from(TABLE).where('id', id).delete()
  if (!Number(gone)) throw notFound()
  await queueRuleCheck(trx)
}

/** The courses that a group may give, by name. @throws AppError 404 */
export function courseChoices(session: Session, id: string): Promise<{ id: number; name: string }[]> {
  const { language } = session.row
  return atGroup(session, id, 'courses', async () => {
    await find(id)
    const courses = (await (await serviceOf(learningService))?.listCourses()) ?? []
    return courses
      .map((course) => ({ id: course.id, name: textIn(course.name, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language))
  })
}

/** Gives a course to present and future members, or changes its terms. @throws AppError 404; 422 on `course` (enum) or `due_days` (both) */
export function assignCourse(
  session: Session,
  id: string,
  { course, due_at: dueAt = null, due_days: dueDays = null, mandatory = false, tell = true }: Infer<typeof courseValidator>,
): Promise<GroupDetail> {
  if (dueAt && dueDays) throw invalid('due_days', 'one_due')
  return atGroup(session, id, 'give', async () => {
    await addCourse(Number(id), { course, dueAt, dueDays, mandatory, tell })
    return detail(id, session.row.language)
  })
}

/** The same in the company's scope. */
export async function addCourse(
  group: number,
  {
    course,
    dueAt,
    dueDays,
    mandatory,
    tell = true,
  }: { course: number; dueAt: string | null; dueDays: number | null; mandatory: boolean; tell?: boolean },
): Promise<void> {
  const known = (await (await serviceOf(learningService))?.listCourses()) ?? []
  if (!known.some(({ id }) => id === course)) throw invalid('course', 'enum')
  await db.transaction(async (trx) => {
    if (!(await trx.from(TABLE).where('id', group).forUpdate().select('id').first())) throw notFound()
    await trx.rawQuery(
      `insert into groups_courses (company_id, group_id, course_id, due_at, due_days, mandatory, tell, given_on) values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (company_id, group_id, course_id)
         do update set due_at = excluded.due_at, due_days = excluded.due_days, mandatory = excluded.mandatory, tell = excluded.tell`,
      [currentCompanyId(), group, course, dueAt, dueDays, mandatory, tell, today()] as string[],
    )
    await queueRuleCheck(trx)
  })
}

/** Stops giving it; courses that were not started and that nothing else gives are withdrawn. @throws AppError 404 */
export function stopCourse(session: Session, id: string, given: string): Promise<GroupDetail> {
  return atGroup(session, id, 'stop', async () => {
    await db.transaction(async (trx) => {
      const gone = await trx.from('groups_courses').where({ id: given, group_id: id }).delete()
      if (!Number(gone)) throw notFound()
      await queueRuleCheck(trx)
    })
    return detail(id, session.row.language)
  })
}
