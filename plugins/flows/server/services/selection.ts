import db from '@adonisjs/lucid/services/db'
import { foundBy, type PeopleFilter } from './filter.js'
import { peopleIn, untouched } from './sync.js'

/** Who joins and leaves a flow through its groups and filter. */
export interface Selection {
  comes: number[]
  /** People who have started a step never leave this way. */
  goes: number[]
  /** The number of people who are in it already. */
  stays: number
}

/**
 * Returns what saving a flow would do through its groups and filter (`syncPeople`). Reads only.
 * @param flow null: a new one
 * @returns null while nobody would be added or removed, because groups are off or the filter cannot be evaluated
 */
export async function selectionOf(
  flow: { id: number } | null,
  { groups, again, ...filter }: PeopleFilter & { groups: readonly number[]; again: boolean },
): Promise<Selection | null> {
  const found = await foundBy(filter)
  const members = await peopleIn(groups)
  if (!found || !members) return null
  const meant = [...new Set([...members, ...found])]
  const { rows } = await db.rawQuery<{ rows: { id: number; matched: boolean; is_open: boolean | null }[] }>(
    `select m.id, exists (select 1 from flows_matches o where o.company_id = m.company_id and o.flow_id = :flow and o.membership_id = m.id) as matched,
            last.is_open
       from kit_members m left join lateral (
         select p.finished_on is null and p.removed_at is null as is_open from flows_people p
          where p.company_id = m.company_id and p.flow_id = :flow and p.membership_id = m.id order by p.round desc limit 1) last on true
      where m.id = any(:meant::bigint[]) and m.role = 'leerling' and m.state in ('active', 'invited') order by m.id`,
    { flow: flow?.id ?? 0, meant } as never,
  )
  const mayStart = ({ is_open: isOpen }: (typeof rows)[number]) => isOpen === null || (!isOpen && again)
  return {
    comes: rows.filter((row) => !row.matched && mayStart(row)).map(({ id }) => id),
    goes: flow ? await untouched(db, flow.id, meant) : [],
    stays: rows.filter(({ is_open: isOpen }) => isOpen).length,
  }
}

/** Returns those among these people who have no open round in a flow. */
export async function withoutRound(flow: number, members: readonly number[]): Promise<number[]> {
  const rows: { membership_id: number }[] = await db
    .from('flows_people')
    .where('flow_id', flow)
    .whereNull('finished_on')
    .whereNull('removed_at')
    .whereRaw('membership_id = any(?::bigint[])', [members] as never)
    .select('membership_id')
  const open = new Set(rows.map((row) => row.membership_id))
  return members.filter((id) => !open.has(id))
}
