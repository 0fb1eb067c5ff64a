import { isDeepStrictEqual } from 'node:util'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { AppError, invalid, notFound } from '#core/contract/errors'
import { orUniqueError, saveFrom, versionOf } from '#core/kit/database'
import { today } from '#core/kit/days'
import { currentCompanyId, inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { checkFlow } from '../../contract/check.js'
import { type Definition, definitionOf, type DraftDefinition } from '../../contract/definition.js'
import { type FlowDetail, toDetail } from '../transformers/flow_transformer.js'
import type { flowChangeValidator, flowValidator } from '../validators/flows.js'
import { BATCH } from './advance.js'
import { type By, recordHistory } from './history.js'
import { coursesOf, isProfile, profileFields } from './anchors.js'
import { checkedFilter, foundBy } from './filter.js'
import { advanceAll } from './joining.js'
import { planRounds } from './rounds.js'
import { syncPeople } from './sync.js'
import { leave, moveAll } from './leaving.js'
import { assertRefreshesNone, nextFlow } from './refreshing.js'
import { courseNames } from './time_line.js'

const TABLE = 'flows_flows'
export const UNIQUE = { flows_flows_name: 'name' }

export interface FlowRow {
  id: number
  company_id: number
  company_name: string
  name: string
  active: boolean
  version: number
  definition: Definition
  groups: number[]
  filter: string | null
  filter_parts: string[]
  filter_name: string | null
  again: boolean
  refresh_flow_id: number | null
  refresh_flow: string | null
  /** `late`: in progress, with an overdue step. */
  counts: { people: number; busy: number; finished: number; stuck: number; late: number }
  updated: string
}

/** The people of a flow in one pass, because a flow may have very many. */
const COUNTS = `
  (select json_build_object('people', count(*), 'busy', count(*) filter (where p.finished_on is null),
                            'finished', count(*) filter (where p.finished_on is not null), 'stuck', count(*) filter (where p.stuck is not null),
                            'late', count(*) filter (where p.finished_on is null and p.due_on < ?::date))
     from flows_people p where p.company_id = f.company_id and p.flow_id = f.id and p.removed_at is null) as counts`

/** Flows with their newest version and the number of people per state. */
export const flows = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from(`${TABLE} as f`)
    .join('kit_companies as c', 'c.id', 'f.company_id')
    .join('flows_versions as v', (on) => on.on('v.company_id', 'f.company_id').andOn('v.flow_id', 'f.id').andOn('v.number', 'f.version'))
    .select('f.id', 'f.company_id', 'f.name', 'f.active', 'f.version', 'v.definition', 'c.name as company_name')
    .select('f.filter', 'f.filter_parts', 'f.filter_name', 'f.again', 'f.refresh_flow_id')
    .select(
      db.raw('(select r.name from flows_flows r where r.company_id = f.company_id and r.id = f.refresh_flow_id) as refresh_flow'),
      db.raw(`array(select g.group_id from flows_groups g where g.company_id = f.company_id and g.flow_id = f.id order by g.id) as groups`),
      db.raw(COUNTS, [today()]),
      db.raw(`${versionOf('f.updated_at')} as updated`),
    )

/** Runs in the company of a flow; an admin switches to it. */
export const atFlow = <T>(session: Session, id: string | number, what: string, fn: () => Promise<T>): Promise<T> =>
  inCompanyOfRow(session, { table: TABLE, id, reason: `flows.${what}` }, fn)

/** @throws AppError 404 */
export async function findFlow(id: number | string, client?: Pick<TransactionClientContract, 'from'>): Promise<FlowRow> {
  const row: FlowRow | null = await flows(client).where('f.id', id).first()
  if (!row) throw notFound()
  return row
}

async function detail(id: number | string, language: string): Promise<FlowDetail> {
  const row = await findFlow(id)
  return toDetail(row, await courseNames(coursesOf(row.definition)), language)
}

/** @throws AppError 404 */
export const showFlow = (session: Session, id: string) => atFlow(session, id, 'show', () => detail(id, session.row.language))

type Input = Omit<Infer<typeof flowValidator>, 'company'>

/**
 * @throws AppError 422 `flow_invalid` with `errors` (contract/check.ts), `course_unavailable`, `step_changed_course`; 422 on `name` (unique), `company` (required, for an
 *   admin), `groups`, `filter` (enum), `refresh_flow` (cycle)
 */
export function createFlow(session: Session, { company, ...input }: Infer<typeof flowValidator>): Promise<FlowDetail> {
  if (session.isAdmin && !company) throw invalid('company', 'required')
  return inChosenCompany(session, { company: company ?? 0, reason: 'flows.create' }, async () => {
    const id = await addFlow(input, session)
    return detail(id, session.row.language)
  })
}

/** The same in the company's scope. @returns its id */
export async function addFlow(input: Input, by: By): Promise<number> {
  const definition = await checked(input.definition)
  await assertGroups(input.groups)
  const filter = await checkedFilter(input.filter ?? null)
  const found = (await foundBy(filter)) ?? []
  const refresh = definition.repeat_months === null ? null : (input.refresh_flow ?? null)
  await nextFlow(refresh, null)
  const named = {
    ...{ ...filter, filter_name: filter.filter && (input.filter_name ?? null) },
    ...{ again: input.again ?? false, refresh_flow_id: refresh },
  }
  return orUniqueError(UNIQUE, () =>
    db.transaction(async (trx) => {
      const company = currentCompanyId()
      const [row] = await trx
        .table(TABLE)
        .insert({ company_id: company, name: input.name, active: input.active, version: 1, ...named })
        .returning('id')
      const id = Number(row.id ?? row)
      await trx.table('flows_versions').insert({ company_id: company, flow_id: id, number: 1, definition: JSON.stringify(definition) })
      await recordHistory(trx, [{ flow: id, act: 'created', facts: { flow: input.name, version: 1 } }], by)
      await keepGroups(trx, id, input.groups)
      await syncPeople(trx, id, found, by)
      return id
    }),
  )
}

/**
 * A change of its steps or rules creates a version. People in progress keep theirs, unless `move` moves them to the new one.
 * @throws AppError 404, also for an unknown refresh flow; 409 changed_meanwhile; 422 as createFlow
 */
export function updateFlow(session: Session, id: string, { updated_at: version, move, ...input }: Infer<typeof flowChangeValidator>) {
  return atFlow(session, id, 'update', async () => {
    const before = await findFlow(id)
    const definition = await checked(input.definition, before)
    // A deleted group stays in the flow and adds nobody.
    await assertGroups(input.groups.filter((group) => !before.groups.includes(group)))
    // Omitted fields do not change.
    const filter = input.filter === undefined || input.filter === before.filter ? before : await checkedFilter(input.filter)
    const people = {
      ...{ filter: filter.filter, filter_parts: filter.filter_parts },
      filter_name: filter.filter && (input.filter_name === undefined ? before.filter_name : input.filter_name),
      again: input.again ?? before.again,
    }
    const asked = input.refresh_flow === undefined ? before.refresh_flow_id : input.refresh_flow
    const refresh = definition.repeat_months === null ? null : asked
    await nextFlow(refresh, before.id)
    const found = await foundBy(people)
    const sent = { name: input.name, active: input.active, groups: input.groups, definition, ...people, refresh_flow: refresh }
    const current = async (trx: TransactionClientContract) => {
      const { updated, refresh_flow_id: refresh_flow, ...now } = await findFlow(id, trx)
      const { name, active, groups, definition: was, filter: kept, filter_parts, filter_name, again } = now
      return { name, active, groups, definition: was, filter: kept, filter_parts, filter_name, again, refresh_flow, updated_at: updated }
    }
    await orUniqueError(UNIQUE, () =>
      saveFrom({ table: TABLE, id: Number(id), version, sent, current }, async (trx) => {
        const isNew = !isDeepStrictEqual(definition, before.definition)
        const number = before.version + Number(isNew)
        await trx
          .from(TABLE)
          .where('id', id)
          .update({
            ...{ name: input.name, active: input.active, version: number, ...people },
            ...{ refresh_flow_id: refresh, updated_at: trx.raw('clock_timestamp()') },
          })
        if (isNew)
          await trx
            .table('flows_versions')
            .insert({ company_id: currentCompanyId(), flow_id: id, number, definition: JSON.stringify(definition) })
        const isOther = isNew || refresh !== before.refresh_flow_id
        await noteChanges(trx, before, { name: input.name, active: input.active, number, isOther }, session)
        await keepGroups(trx, Number(id), input.groups)
        if (found) await syncPeople(trx, Number(id), found, session)
        if (isNew && move) {
          await moveAll(trx, Number(id), number, definition, session)
          await planRounds(trx, Number(id), definition)
        }
        // Steps that became due while it was off, or that changed, may start at once.
        if (input.active) await advanceAll(trx, Number(id))
      }),
    )
    return detail(id, session.row.language)
  })
}

/**
 * Deletes a flow. People in progress are removed first: courses they started continue without it, the others are cancelled. @throws
 * AppError 404; 409 `flow_refreshes`
 */
export function removeFlow(session: Session, id: string): Promise<void> {
  return atFlow(session, id, 'remove', () =>
    db.transaction(async (trx) => {
      const flow: { id: number; name: string } | null = await trx.from(TABLE).where('id', id).forUpdate().select('id', 'name').first()
      if (!flow) throw notFound()
      await assertRefreshesNone(trx, flow.id)
      const people: { membership_id: number }[] = await trx.from('flows_people').where('flow_id', id).distinct('membership_id')
      const members = people.map((row) => row.membership_id)
      for (let from = 0; from < members.length; from += BATCH)
        await leave(trx, flow, members.slice(from, from + BATCH), { cancel: true }, session)
      await trx.from(TABLE).where('id', id).delete()
    }),
  )
}

async function noteChanges(
  trx: TransactionClientContract,
  before: FlowRow,
  { name, active, number, isOther }: { name: string; active: boolean; number: number; isOther: boolean },
  by: By,
): Promise<void> {
  const acts = [
    ...(isOther || name !== before.name ? ['changed'] : []),
    ...(active === before.active ? [] : [active ? 'switched_on' : 'switched_off']),
  ]
  await recordHistory(
    trx,
    acts.map((act) => ({ flow: before.id, act, facts: { flow: name, version: number } })),
    by,
  )
}

/**
 * Reads a definition from the request body.
 * @param flow the flow that it changes; undefined for a new one
 * @throws AppError 422 `flow_invalid`, `step_changed_course`, `course_unavailable`
 */
export async function checked(draft: DraftDefinition, flow?: Pick<FlowRow, 'id' | 'definition'>): Promise<Definition> {
  const before = flow?.definition
  const errors = checkFlow(draft, today(), before?.rules)
  if (errors.length) throw new AppError(422, 'flow_invalid', { errors })
  const definition = definitionOf(draft)
  // Also those of earlier versions: a removed step may come back, and people may still be in it.
  const versions: { definition: Definition }[] = flow ? await db.from('flows_versions').where('flow_id', flow.id).select('definition') : []
  // A step that people started keeps its course: its key refers to their participations.
  const changed = definition.steps.find((step) => !before?.steps.some(isSame(step)) && versions.some(isOtherCourse(step)))
  if (changed) throw new AppError(422, 'step_changed_course', { step: changed.key })
  const known = new Set((await (await serviceOf(learningService))?.listCourses())?.map(({ id }) => id))
  const kept = new Set(before?.steps.map(({ course }) => course))
  // A withdrawn course stays in a flow that has it; its step waits and shows the reason.
  const gone = definition.steps.find(({ course }) => !known.has(course) && !kept.has(course))
  if (gone) throw new AppError(422, 'course_unavailable', { step: gone.key })
  await assertAnchors(definition, before, known)
  return definition
}

type Keyed = Pick<Definition['steps'][number], 'key' | 'course'>
const isSame = (one: Keyed) => (other: Keyed) => other.key === one.key && other.course === one.course
const isOtherCourse =
  (one: Keyed) =>
  ({ definition }: { definition: Definition }): boolean =>
    definition.steps.some((other) => other.key === one.key && other.course !== one.course)

/** Checks that the certificates and profile dates that rules count from exist. @throws AppError 422 `course_unavailable`, `flow_invalid` */
async function assertAnchors(definition: Definition, before: Definition | undefined, courses: ReadonlySet<number>): Promise<void> {
  const kept = new Set(before && coursesOf(before))
  const fields = definition.rules.some(isProfile) ? await profileFields() : new Map<number, unknown>()
  for (const rule of definition.rules) {
    if (rule.type !== 'anchor') continue
    if (rule.anchor === 'certificate_end' && !courses.has(rule.course) && !kept.has(rule.course))
      throw new AppError(422, 'course_unavailable', { step: rule.step })
    if (rule.anchor === 'profile' && !fields.has(rule.field))
      throw new AppError(422, 'flow_invalid', { errors: [{ code: 'rule_missing_fields', step: rule.step }] })
  }
}

/** @throws AppError 422 on `groups` (enum) for one that the company does not have */
export async function assertGroups(ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  const known = new Set((await (await serviceOf(groupsService))?.list())?.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw invalid('groups', 'enum')
}

async function keepGroups(trx: TransactionClientContract, flow: number, groups: readonly number[]): Promise<void> {
  await trx
    .from('flows_groups')
    .where('flow_id', flow)
    .whereNotIn('group_id', [...groups])
    .delete()
  await trx.rawQuery(
    `insert into flows_groups (company_id, flow_id, group_id) select ?, ?, g from unnest(?::bigint[]) as t(g)
     on conflict (company_id, flow_id, group_id) do nothing`,
    [currentCompanyId(), flow, [...groups]] as never,
  )
}
