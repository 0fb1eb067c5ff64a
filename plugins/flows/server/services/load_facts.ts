import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { anyOf, preparedQuery } from '#core/kit/database'
import { type Day, dayOf } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { courseCertificates } from '#plugins/learning/contract/certificates'
import type { ParticipationStatus } from '#plugins/learning/contract/states'
import type { Definition } from '../../contract/definition.js'
import type { FlowState, Reason } from '../../contract/states.js'
import { shownBy } from './outside_proofs.js'
import { anchorsOf } from './load_anchors.js'
import type { AnchorFacts, CourseFact, PersonFacts, StepRecord } from '../engine/facts.js'

/** One round of one person with their version of the flow. */
export interface PersonRow {
  id: number
  flow_id: number
  flow: string
  active: boolean
  membership_id: number
  version: number
  round: number
  origin: string
  state: FlowState
  joined_on: Day
  finished_on: Day | null
  /** The day by which the round has to be finished. */
  ends_on: Day | null
  /** For a finished round: the end of the next one. */
  next_ends_on: Day | null
  /** The first due day of an open step. */
  due_on: Day | null
  look_on: Day | null
  stuck: Reason | null
  /** The flow of their next round; null: the same. */
  repeat_flow: string | null
  definition: Definition
}

/** A transaction, or the connections of the current scope. */
export type Client = TransactionClientContract | Database

const COLUMNS = `p.id, p.flow_id, p.membership_id, p.version, p.round, p.origin, p.state, p.stuck, f.name as flow, f.active, v.definition,
  p.joined_on::text as joined_on, p.finished_on::text as finished_on, p.due_on::text as due_on, p.look_on::text as look_on, p.ends_on::text as ends_on,
  p.next_ends_on::text as next_ends_on,
  (select r.name from flows_flows r where r.company_id = f.company_id and r.id = f.refresh_flow_id) as repeat_flow`
const JOINS = `
  join flows_flows f on f.company_id = p.company_id and f.id = p.flow_id
  join flows_versions v on v.company_id = p.company_id and v.flow_id = p.flow_id and v.number = p.version`

/** Query of rounds with their definitions; add conditions on `p` and `f`. */
export const peopleRows = (client: Client) =>
  client.from('flows_people as p').joinRaw(JOINS).whereNull('p.removed_at').select(client.raw(COLUMNS))

/** The same for rounds by id, in that order. Runs for each event, so it is prepared: planning costs more than running it. */
export const peopleOf = (trx: TransactionClientContract, ids: readonly number[]): Promise<PersonRow[]> =>
  preparedQuery(
    trx,
    'flows_people_of',
    `select ${COLUMNS} from flows_people p ${JOINS} where p.removed_at is null and p.id ${anyOf('$1')} order by p.id`,
    [[...ids]],
  )

type Asked = Pick<PersonRow, 'id' | 'membership_id' | 'joined_on' | 'ends_on' | 'origin' | 'definition'>

/**
 * Loads the facts about these people, in a fixed number of statements.
 * @returns a row's id → its facts
 */
export async function loadFacts(client: Client, people: readonly Asked[]): Promise<Map<number, PersonFacts>> {
  return withProofs(client, people, await loadRecords(client, people))
}

/** The same without proofs of completed courses: they only matter for a step that would start (`next`). */
export async function loadRecords(client: Client, people: readonly Asked[]): Promise<Map<number, PersonFacts>> {
  const members = [...new Set(people.map(({ membership_id: id }) => id))]
  const courses = [...new Set(people.flatMap(({ definition }) => definition.steps.map(({ course }) => course)))]
  const steps = await stepRecords(
    client,
    people.map(({ id }) => id),
  )
  const facts = await courseFacts(client, members, courses)
  const anchors = await anchorsOf(
    client,
    members,
    people.map(({ definition }) => definition),
  )
  return new Map(
    people.map(({ id, membership_id: member, joined_on: joinedOn, ends_on: endsOn, origin }) => [
      id,
      {
        joinedOn,
        repeats: origin === 'repeat',
        endsOn,
        steps: steps.get(id) ?? [],
        courses: facts.get(member) ?? new Map(),
        held: new Set(),
        shown: new Set(),
        anchors: anchors.get(member) ?? NO_ANCHORS(joinedOn),
      },
    ]),
  )
}

/** Adds valid certificates and courses passed elsewhere to the facts of these people. */
export async function withProofs(
  client: Client,
  people: readonly Asked[],
  facts: ReadonlyMap<number, PersonFacts>,
): Promise<Map<number, PersonFacts>> {
  const members = [...new Set(people.map(({ membership_id: id }) => id))]
  const courses = [...new Set(people.flatMap(({ definition }) => definition.steps.map(({ course }) => course)))]
  const held = await heldBy(client, members, courses)
  const shown = await shownBy(client, members, courses)
  return new Map(
    people.map(({ id, membership_id: member }) => [
      id,
      { ...facts.get(id)!, held: held.get(member) ?? new Set(), shown: shown.get(member) ?? new Set() },
    ]),
  )
}

/** For rules that count from none of them. */
const NO_ANCHORS = (joinedCompany: Day): AnchorFacts => ({
  ...{ joinedCompany, firstSignIn: null, profile: new Map(), certificateEnds: new Map() },
})

async function stepRecords(client: Client, ids: readonly number[]): Promise<Map<number, StepRecord[]>> {
  const rows = await preparedQuery<StepRecord & { person_id: number }>(
    client,
    'flows_steps_of',
    `select person_id, step, state, reason, participation_id as participation, started_on::text as "startedOn", due_on::text as "dueOn",
            opened_on::text as "openedOn", done_on::text as "doneOn", again
       from flows_steps where person_id ${anyOf('$1')}`,
    [[...ids]],
  )
  return groupBy(rows.map(({ person_id: id, ...record }) => [id, record]))
}

interface FactRow {
  id: number
  membership_id: number
  course_id: number
  status: ParticipationStatus
  started_at: Date | null
  finished_at: Date | null
}

async function courseFacts(
  client: Client,
  members: readonly number[],
  courses: readonly number[],
): Promise<Map<number, Map<number, CourseFact[]>>> {
  const rows = await preparedQuery<FactRow>(
    client,
    'flows_course_facts',
    `select id, membership_id, course_id, status, started_at, finished_at
       from learning_course_facts where membership_id ${anyOf('$1')} and course_id ${anyOf('$2')} order by id`,
    [[...members], [...courses]],
  )
  const byMember = new Map<number, Map<number, CourseFact[]>>()
  for (const { membership_id: member, course_id: course, started_at: started, finished_at: finished, ...row } of rows) {
    const fact: CourseFact = {
      id: row.id,
      // Expired only once learning has stored that, which it announces with an event: before that, a new participation could not be given.
      status: row.status,
      openedOn: started && dayOf(started),
      finishedOn: finished && dayOf(finished),
    }
    const own = byMember.get(member) ?? new Map<number, CourseFact[]>()
    byMember.set(member, own)
    own.set(course, [...(own.get(course) ?? []), fact])
  }
  return byMember
}

async function heldBy(client: Client, members: readonly number[], courses: readonly number[]): Promise<Map<number, Set<number>>> {
  const certificates = await (await serviceOf(courseCertificates, client))?.valid(courses, members, client as TransactionClientContract)
  const held = groupBy((certificates ?? []).map(({ membershipId, courseId }) => [membershipId, courseId] as const))
  return new Map([...held].map(([member, ids]) => [member, new Set(ids)]))
}

function groupBy<V>(entries: readonly (readonly [number, V])[]): Map<number, V[]> {
  const groups = new Map<number, V[]>()
  for (const [key, value] of entries) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
