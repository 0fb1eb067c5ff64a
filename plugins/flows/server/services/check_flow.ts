import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { type Day, today } from '#core/kit/days'
import type { Session } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { type Contradiction, contradictionsOf, type ContradictionKind } from '../engine/contradictions.js'
import { next } from '../engine/next.js'
import { advance, BATCH } from './advance.js'
import { atFlow, findFlow } from './flow_service.js'
import { recordHistory } from './history.js'
import { type Client, loadFacts, peopleRows, type PersonRow } from './load_facts.js'
import { courseNames } from './time_line.js'

/** Maximum number of people that are shown and corrected at once. */
const MAX_PEOPLE = 200

/** Number of people that are checked in one call: a second or two. */
const PART = 2500

/** A person whose records contradict the rules. */
export interface Found {
  id: number
  name: string
  problems: { kind: ContradictionKind; course: string | null }[]
}

type Checked = PersonRow & { is_second: boolean; name: string }

const checkedRows = (client: Client, flow: number) =>
  peopleRows(client)
    .join('kit_members as m', 'm.id', 'p.membership_id')
    .where('p.flow_id', flow)
    .orderBy('p.id')
    .select(
      'm.full_name as name',
      client.raw(`p.finished_on is null and exists (select 1 from flows_people o where o.company_id = p.company_id and o.flow_id = p.flow_id
        and o.membership_id = p.membership_id and o.id < p.id and o.finished_on is null and o.removed_at is null) as is_second`),
    )

async function contradictions(client: Client, rows: readonly Checked[], day: Day): Promise<{ row: Checked; problems: Contradiction[] }[]> {
  const facts = await loadFacts(client, rows)
  return rows.flatMap((row) => {
    const own = facts.get(row.id)!
    const problems = contradictionsOf(row, own, next(row.definition, own, day), day)
    return problems.length ? [{ row, problems }] : []
  })
}

interface CheckedPart {
  checked: number
  found: Found[]
  /** Number of other people of this part whose records contradict the rules. */
  more: number
  /** `after` of the next part; null at the end. */
  next: number | null
}

/**
 * Checks a part of the people in a flow, in batches. Changes nothing.
 * @param after `next` of the previous part; default the first part
 * @throws AppError 404
 */
export function checkFlowPeople(session: Session, id: string, after?: number, part = PART): Promise<CheckedPart> {
  return atFlow(session, id, 'check', async () => {
    const flow = await findFlow(id)
    const names = await courseNames(flow.definition.steps.map(({ course }) => course))
    const found: Found[] = []
    let [checked, more, past] = [0, 0, after ?? 0]
    for (;;) {
      const size = Math.min(BATCH, part - checked)
      // One more tells whether there is a next batch.
      const ahead = (await checkedRows(db, flow.id)
        .where('p.id', '>', past)
        .limit(size + 1)) as Checked[]
      const rows = ahead.slice(0, size)
      for (const { row, problems } of await contradictions(db, rows, today())) {
        if (found.length === MAX_PEOPLE) more += 1
        else found.push({ id: row.id, name: row.name, problems: problems.map((one) => inWords(one, row, names, session.row.language)) })
      }
      checked += rows.length
      if (ahead.length <= size) return { checked, found, more, next: null }
      past = rows.at(-1)!.id
      if (checked === part) return { checked, found, more, next: past }
    }
  })
}

function inWords({ kind, step }: Contradiction, row: Checked, names: ReadonlyMap<number, Record<string, string>>, language: string) {
  const course = row.definition.steps.find(({ key }) => key === step)?.course
  return { kind, course: course === undefined ? null : textIn(names.get(course) ?? {}, language) || String(course) }
}

/**
 * Corrects the records of these people and notes in the history who did it. Records that are correct by now are unchanged.
 * @returns how many were corrected
 * @throws AppError 404
 */
export function correctFlowPeople(session: Session, id: string, ids: readonly number[]): Promise<{ corrected: number }> {
  return atFlow(session, id, 'correct', () =>
    db.transaction(async (trx) => {
      const flow = await findFlow(id, trx)
      await trx.rawQuery('select id from flows_flows where id = ? for key share', [flow.id])
      await trx
        .from('flows_people')
        .where('flow_id', flow.id)
        .whereIn('id', [...ids])
        .orderBy('id')
        .forUpdate()
        .select('id')
      const rows = (await checkedRows(trx, flow.id).whereIn('p.id', [...ids])) as Checked[]
      const wrong = await contradictions(trx, rows, today())
      for (const { row, problems } of wrong) await correct(trx, row, problems)
      await advance(
        trx,
        wrong.map(({ row }) => row.id),
      )
      await recordHistory(
        trx,
        wrong.map(({ row, problems }) => ({
          ...{ flow: flow.id, member: row.membership_id, act: 'corrected' },
          facts: { flow: flow.name, kinds: problems.map(({ kind }) => kind) },
        })),
        session,
      )
      return { corrected: wrong.length }
    }),
  )
}

/** Deletes contradicting records. The rest is computed again afterwards. */
async function correct(trx: TransactionClientContract, { id }: Checked, problems: readonly Contradiction[]): Promise<void> {
  const of = (kind: ContradictionKind) => problems.filter((one) => one.kind === kind)
  if (of('two_rounds').length)
    await trx
      .from('flows_people')
      .where({ id })
      .update({ removed_at: trx.raw('clock_timestamp()'), look_on: null, stuck: null })
  const undone = of('done_without_pass').map(({ step }) => step!)
  if (!undone.length) return
  await trx
    .from('flows_steps')
    .where('person_id', id)
    .whereIn('step', undone)
    .update({ state: 'started', reason: 'started', opened_on: null, done_on: null })
  await trx.from('flows_people').where({ id }).update({ finished_on: null })
}
