import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { invalid } from '#core/contract/errors'
import { type Day, today } from '#core/kit/days'
import { inChosenCompany, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { settingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { contractsService } from '#plugins/contracts/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { Definition } from '../../contract/definition.js'
import { flowsSettings } from '../../settings.js'
import type { Plan, StepDecision } from '../engine/facts.js'
import { next } from '../engine/next.js'
import { nextRound } from '../engine/rounds.js'
import { summarize } from '../engine/summarize.js'
import type { dryRunValidator } from '../validators/flows.js'
import { BATCH } from './advance.js'
import { checkedFilter } from './filter.js'
import { assertGroups, atFlow, checked, findFlow, type FlowRow } from './flow_service.js'
import { peopleRows, type PersonRow } from './load_facts.js'
import { meant } from './people_service.js'
import { type Change, changesOf } from './plan_changes.js'
import { previewPlans } from './preview_plans.js'
import { nextFlow } from './refreshing.js'
import { type FinishedRound, finishedRounds } from './rounds.js'
import { type Selection, selectionOf, withoutRound } from './selection.js'
import { courseNames, type Standing, standings, type TimeLine, timeLine } from './time_line.js'

/** A preview. Nothing is written. */
export interface DryRun {
  /** The first hundred people with news: added, starting a course today, or changed. */
  people: PlannedPerson[]
  /** How many more people have news. */
  more: number
  /** How many people in progress keep the same plan. */
  unchanged: number
  unknown: string[]
  /** Who joins and leaves through groups and the filter when the flow is saved. */
  selection: { comes: Named; goes: Named; stays: number } | null
  /** For people who finished a round: how many start the next one, the earliest start, and its flow (null: this one). */
  rounds: { people: number; first: Day; flow: string | null } | null
  /** For each course that starts today: for how many people, for how many a contract is full, and its price in cents without VAT. */
  starts: { course: string; people: number; refused: number; contract: string | null; extra_cents: number }[]
  /** The mails about the flow, and whether the company sends them. */
  mails: { mail: (typeof MAILS)[number]; sent: boolean }[]
}

/** A person with the steps as they would be. */
export interface PlannedPerson extends TimeLine {
  name: string
  /** What changes for a person in progress; null for one who is added. */
  changes: Change[] | null
}

/** The first few by name, and the total. */
interface Named {
  names: string[]
  count: number
}

const MAILS = ['started', 'due', 'finished'] as const
const SHOWN = 100
const NAMED = 10

/**
 * Plans people through a flow as it is, or as it would be after saving, with the same functions as the real run. @throws AppError as
 * createFlow and addPeople
 */
export function dryRun(session: Session, { flow, company, ...asked }: Infer<typeof dryRunValidator>): Promise<DryRun> {
  if (flow !== undefined) return atFlow(session, flow, 'dry_run', async () => planned(await findFlow(flow), asked, session.row.language))
  return inChosenCompany(session, { company: company ?? 0, reason: 'flows.dry_run' }, () => planned(null, asked, session.row.language))
}

type Asked = Omit<Infer<typeof dryRunValidator>, 'flow' | 'company'>

async function planned(row: FlowRow | null, { definition: draft, move = true, ...asked }: Asked, language: string): Promise<DryRun> {
  const definition = draft ? await checked(draft, row ?? undefined) : row?.definition
  if (!definition) throw invalid('definition', 'required')
  // With a definition the groups are those of the flow, otherwise the ones whose people are added now.
  const { members, unknown } = await meant({ ...asked, groups: draft ? [] : asked.groups })
  const selection = draft ? await selected(row, asked) : null
  const underWay = row && draft && move ? await peopleRows(db).where('p.flow_id', row.id).whereNull('p.finished_on').orderBy('p.id') : []
  const added = [...new Set([...(row ? await withoutRound(row.id, members) : members), ...(selection?.comes ?? [])])]
  const fresh = added.map((id, index) => newcomer(id, -1 - index, definition, row))
  const refresh = asked.refresh_flow === undefined ? (row?.refresh_flow_id ?? null) : asked.refresh_flow
  const follows = await nextFlow(refresh, row?.id ?? null)
  const goes = new Set(selection?.goes)
  const stay = (underWay as PersonRow[]).filter(({ membership_id: id }) => !goes.has(id))
  const found = await outcomes(stay, fresh, definition, language)
  const { starts, full } = await priced(found, definition, language)
  return {
    people: await byName(
      found.shown.map((one) => lineOf(one, full, language)),
      language,
    ),
    ...{ more: found.more, unchanged: found.unchanged },
    unknown,
    selection: selection && (await inNames(selection)),
    rounds: row && draft ? comingRounds(await finishedRounds(db, row.id), definition, follows) : null,
    starts,
    mails: await mailsOf(definition),
  }
}

/** @throws AppError 422 on `groups`, `filter` (enum) */
async function selected(row: FlowRow | null, { groups, filter, again }: Asked): Promise<Selection | null> {
  // A deleted group stays in the flow and adds nobody.
  await assertGroups(groups.filter((group) => !row?.groups.includes(group)))
  const people = filter === undefined || filter === row?.filter ? row : null
  return selectionOf(row, {
    ...(people ?? (await checkedFilter(filter ?? null))),
    ...{ groups, again: again ?? row?.again ?? false },
  })
}

/** A person who is not in the flow yet, as if they were. */
const newcomer = (member: number, id: number, definition: Definition, row: FlowRow | null): PersonRow => ({
  ...{ id, flow_id: row?.id ?? 0, flow: row?.name ?? '', active: true, membership_id: member, version: 0, round: 1, origin: 'hand' },
  ...{ state: 'not_started', joined_on: today(), finished_on: null, due_on: null, look_on: null, stuck: null, definition },
  ...{ ends_on: null, next_ends_on: null, repeat_flow: null },
})

/** A person's plan, and what it changes for them. */
interface Planned {
  person: PersonRow
  standing: Standing
  plan: Plan
  changes: Change[] | null
}

interface Outcomes {
  shown: Planned[]
  more: number
  unchanged: number
  /** Course → the memberships that start it today. */
  starts: Map<number, number[]>
}

/** In batches, so that a large flow does not keep other requests waiting. */
async function outcomes(
  underWay: readonly PersonRow[],
  fresh: readonly PersonRow[],
  would: Definition,
  language: string,
): Promise<Outcomes> {
  const found: Outcomes = { shown: [], more: 0, unchanged: 0, starts: new Map() }
  const all = [...underWay, ...fresh]
  for (let from = 0; from < all.length; from += BATCH) {
    const before = all.slice(from, from + BATCH)
    const after = before.map((person) => ({ ...person, definition: would }))
    const known = await standings([...before, ...after])
    const plans = await previewPlans(after, new Map([...known].map(([id, { facts }]) => [id, facts])), today())
    for (const [index, person] of after.entries()) {
      const { id, membership_id: member } = person
      const [standing, plan] = [known.get(id)!, plans.get(id)!]
      const starts = plan.steps.filter(({ act }) => act !== null)
      for (const { course } of starts) {
        const members = found.starts.get(course)
        if (members) members.push(member)
        else found.starts.set(course, [member])
      }
      const changes = id < 0 ? null : changesFor(before[index]!, { person, standing, plan }, language)
      if (changes?.length === 0 && !starts.length) found.unchanged += 1
      else if (found.shown.length < SHOWN) found.shown.push({ person, standing, plan, changes })
      else found.more += 1
    }
  }
  return found
}

function changesFor(before: PersonRow, { person, standing, plan }: Omit<Planned, 'changes'>, language: string): Change[] {
  const now = next(before.definition, standing.facts, today())
  return changesOf(
    { definition: before.definition, line: timeLine(before, standing, language, now) },
    { definition: person.definition, line: timeLine(person, standing, language, plan) },
    language,
  )
}

/** @param full course → members who get no place because its contract is full */
function lineOf({ person, standing, plan, changes }: Planned, full: ReadonlyMap<number, ReadonlySet<number>>, language: string) {
  const steps = plan.steps.map((step): StepDecision => {
    if (step.act === null || !full.get(step.course)?.has(person.membership_id)) return step
    const state = step.act === 'restart' ? 'not_passed' : step.state
    return { ...step, act: null, state, reason: 'contract_limit_reached', dueOn: null }
  })
  const line = timeLine(person, standing, language, summarize(person.definition, steps, today(), person.ends_on))
  // The steps that start today have their due day as well.
  for (const [index, { act, dueOn }] of steps.entries()) if (act !== null) line.steps[index]!.due_on = dueOn
  return { ...line, changes }
}

async function byName(lines: readonly Omit<PlannedPerson, 'name'>[], language: string): Promise<PlannedPerson[]> {
  const ids = lines.map(({ membership_id: id }) => id)
  const names: { id: number; name: string }[] = await db.from('kit_members').whereIn('id', ids).select('id', 'full_name as name')
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return lines
    .map((line) => ({ ...line, name: nameOf.get(line.membership_id) ?? '' }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

async function inNames({ comes, goes, stays }: Selection): Promise<DryRun['selection']> {
  const named = async (ids: readonly number[]): Promise<Named> => {
    const rows: { name: string }[] = await db
      .from('kit_members')
      .whereRaw('id = any(?::bigint[])', [ids] as never)
      .orderBy('sort_name')
      .limit(NAMED)
      .select('full_name as name')
    return { names: rows.map(({ name }) => name), count: ids.length }
  }
  return { comes: await named(comes), goes: await named(goes), stays }
}

function comingRounds(finished: readonly FinishedRound[], would: Definition, flow: string | null): DryRun['rounds'] {
  const days = finished.flatMap(({ finished_on: on, ends_on: end }) => nextRound(would, on, end)?.startsOn ?? []).sort()
  return days[0] ? { people: days.length, first: days[0] < today() ? today() : days[0], flow } : null
}

interface Prices {
  starts: DryRun['starts']
  /** Course → members who get no place because its contract is full. */
  full: Map<number, ReadonlySet<number>>
}

/** Counts the places of contracts in the order of the real run. */
async function priced({ starts }: Outcomes, { steps }: Definition, language: string): Promise<Prices> {
  const inOrder = [...starts].toSorted(([a], [b]) => a - b)
  const uses = inOrder.map(([courseId, members]) => ({ courseId, membershipIds: members.toSorted((a, b) => a - b) }))
  const contracts = await serviceOf(contractsService)
  const forecasts = (await contracts?.forecast(uses)) ?? uses.map(() => ({ contract: null, extraCents: 0, refused: [] }))
  const forecastOf = new Map(uses.map(({ courseId }, index) => [courseId, forecasts[index]!]))
  const titles = await courseNames([...starts.keys()])
  return {
    full: new Map([...forecastOf].map(([course, { refused }]) => [course, new Set(refused)])),
    starts: steps.flatMap(({ course }) => {
      const forecast = forecastOf.get(course)
      if (!forecast) return []
      const { contract, extraCents, refused } = forecast
      const name = textIn(titles.get(course) ?? {}, language) || String(course)
      const people = starts.get(course)!.length - refused.length
      return [{ course: name, people, refused: refused.length, contract, extra_cents: extraCents }]
    }),
  }
}

async function mailsOf({ steps, repeat_months: months }: Definition): Promise<DryRun['mails']> {
  const { mail_step_started: started, mail_finished: finished } = await settingsOf(flowsSettings)
  const hasDue = months !== null || steps.some(({ due_days: days }) => days !== null)
  const due = hasDue && ((await (await serviceOf(learningService))?.sendsDueReminders()) ?? false)
  const sent = { started, due, finished }
  return MAILS.filter((mail) => mail !== 'due' || hasDue).map((mail) => ({ mail, sent: sent[mail] }))
}
