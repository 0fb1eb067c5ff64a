import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { zone } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'

export interface Only {
  membership?: number
  skill?: number
}

/** The members of the groups of which a skill is required; none when groups are off. */
async function neededByGroups(trx: TransactionClientContract, touched: number[] | null): Promise<{ skills: number[]; members: number[] }> {
  const query = trx.from('skills_groups').select('skill_id', 'group_id')
  if (touched) query.whereIn('skill_id', touched)
  const rows: { skill_id: number; group_id: number }[] = await query
  const groups = await serviceOf(groupsService, trx)
  const needed = { skills: [] as number[], members: [] as number[] }
  if (!groups || !rows.length) return needed
  // On this connection: holding the lock while waiting for a second connection would deadlock when requests waiting for the lock hold all
  // others.
  const members = await groups.membersOf([...new Set(rows.map(({ group_id: id }) => id))], trx)
  for (const { skill_id: id, group_id: group } of rows) {
    for (const member of members.get(group) ?? []) {
      needed.skills.push(id)
      needed.members.push(member)
    }
  }
  return needed
}

/**
 * Returns what a change of one skill affects: the cells of that skill and of the skills that it implies, transitively, and the skills whose
 * proofs count for them.
 */
export async function reachOf(trx: TransactionClientContract, skill: number): Promise<{ touched: number[]; sources: number[] }> {
  const { rows } = await trx.rawQuery<{ rows: { touched: number[]; sources: number[] }[] }>(
    `with recursive touched as (
       select ?::bigint as id union select i.skill_id from touched t join skills_implied i on i.company_id = ? and i.by_skill_id = t.id),
     sources as (
       select id from touched union select i.by_skill_id from sources s join skills_implied i on i.company_id = ? and i.skill_id = s.id)
     select array(select id from touched) as touched, array(select id from sources) as sources`,
    [skill, currentCompanyId(), currentCompanyId()] as never[],
  )
  const [{ touched, sources }] = rows as [(typeof rows)[number]]
  return { touched: touched.map(Number), sources: sources.map(Number) }
}

/**
 * Updates the cells. Only this function decides who has which skill until when, and who needs it. Of several proofs the longest-lasting
 * counts, including proofs of a skill that satisfies this one; a name by hand counts only without any proof. One statement, idempotent.
 * People who are being erased get no cells. People who are locked by another transaction are skipped; the job for everybody updates them.
 * @param only this person or skill, when nothing else changed
 */
export async function recomputeSkills(trx: TransactionClientContract, only: Only = {}): Promise<void> {
  // A transaction that moves a person locks the person first and calls this later. So wait for the person before taking the lock below.
  if (only.membership) await trx.rawQuery('select kit_held_members(?)', [[only.membership]])
  // Two concurrent runs would each write without seeing the other's changes.
  await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('skills.settle', ?))`, [currentCompanyId()])
  const reach = only.skill ? await reachOf(trx, only.skill) : null
  const needed = await neededByGroups(trx, reach?.touched ?? null)
  // New people have some months from the day they joined, in the company's time zone.
  const DUE = `((m.joined_at at time zone '${zone()}')::date + make_interval(months => s.starter_months))::date`
  const ofMember = (column: string) => (only.membership ? `and ${column} = :membership` : '')
  const ofSkill = (column: string) => (reach ? `and ${column} = any(:touched::bigint[])` : '')
  const ofSource = (column: string) => (reach ? `and ${column} = any(:sources::bigint[])` : '')
  // The planner cannot estimate the rows of each step: if it expects one and gets half a million, a nested loop never ends. For one person
  // there are few.
  if (!only.membership) await trx.rawQuery('set local enable_nestloop = off')
  await trx.rawQuery(
    `with recursive satisfies as (
       select id as source_id, id as skill_id from skills_skills where company_id = :company
       union
       select v.source_id, i.skill_id from satisfies v join skills_implied i on i.company_id = :company and i.by_skill_id = v.skill_id),
     shown as (
       select o.skill_id, o.renews_only, p.* from skills_sources o join skills_proofs p on p.company_id = o.company_id and p.course_id = o.course_id
        where o.company_id = :company and not p.revoked ${ofSource('o.skill_id')} ${ofMember('p.membership_id')}
       union all
       select o.skill_id, o.renews_only, p.* from skills_sources o join skills_proofs p on p.company_id = o.company_id and p.name_key = o.name_key
        where o.company_id = :company and not p.revoked ${ofSource('o.skill_id')} ${ofMember('p.membership_id')}),
     ended as (
       select p.membership_id, s.id as skill_id, p.id as proof_id, p.kind as origin, p.day as held_on, s.valid_months, s.renew_months, p.renews_only,
              p.valid_until is not null as names_end,
              case when p.kind = 'external' then coalesce(p.valid_until, (p.day + make_interval(months => s.valid_months))::date)
                   else least(p.valid_until, (p.day + make_interval(months => s.valid_months))::date) end as valid_until
         from shown p join skills_skills s on s.company_id = p.company_id and s.id = p.skill_id),
     found as (
       select membership_id, skill_id, proof_id, origin, held_on, valid_until from ended where renew_months is null
       union all
       -- A document that names its own end counts until then, and renews nothing. A course that only renews counts until the end so far.
       select membership_id, skill_id, proof_id, origin, held_on, valid_until
         from (select membership_id, skill_id, proof_id, origin, held_on, renews_only,
                      skills_refreshed(held_on, valid_until, valid_months,
                        case when origin = 'external' and names_end then null else renew_months end, renews_only) over so_far as valid_until,
                      skills_refreshed(held_on, valid_until, valid_months,
                        case when origin = 'external' and names_end then null else renew_months end, renews_only)
                        over (so_far rows between unbounded preceding and 1 preceding) as before
                 from ended where renew_months is not null
               window so_far as (partition by membership_id, skill_id order by held_on, proof_id)) r
        where not (r.renews_only and (r.before is null or r.held_on > r.before))
       union all
       select m.id, s.id, null, 'hand', null, null
         from kit_members m cross join lateral (select distinct search_key(word) as word from unnest(m.skillset) word) w
         join skills_skills s on s.company_id = m.company_id and s.search_text = w.word ${ofSource('s.id')}
        where m.company_id = :company ${ofMember('m.id')} and cardinality(m.skillset) > 0),
     held as (
       select distinct on (f.membership_id, v.skill_id) f.membership_id, v.skill_id, f.proof_id, f.origin, f.held_on, f.valid_until,
              nullif(v.source_id, v.skill_id) as through_skill_id
         from found f join satisfies v on v.source_id = f.skill_id ${ofSkill('v.skill_id')}
        order by f.membership_id, v.skill_id, (f.origin = 'hand'), f.valid_until desc nulls first, (v.source_id <> v.skill_id),
                 f.held_on desc, f.proof_id, v.source_id),
     needed as (
       select m.id as membership_id, s.id as skill_id, ${DUE} as due_on from kit_members m join skills_skills s on s.company_id = m.company_id ${ofSkill('s.id')}
        where m.company_id = :company ${ofMember('m.id')} and m.role = 'leerling' and s.everybody
       union
       select m.id, s.id, ${DUE} from unnest(:skills::bigint[], :members::bigint[]) g(skill_id, membership_id)
         join kit_members m on m.id = g.membership_id and m.company_id = :company ${ofMember('m.id')} and m.role = 'leerling'
         join skills_skills s on s.id = g.skill_id and s.company_id = :company ${ofSkill('s.id')}),
     wanted as (
       select membership_id, skill_id, n.skill_id is not null as required, h.origin, h.proof_id, h.held_on, h.valid_until, h.through_skill_id,
              case when h.origin is null then n.due_on end as due_on
         from held h full join needed n using (membership_id, skill_id)),
     stands as (select * from skills_cells c where c.company_id = :company ${ofMember('c.membership_id')} ${ofSkill('c.skill_id')}),
     differs as materialized (
       select c.id as cell_id, w.*
         from stands c full join wanted w on w.membership_id = c.membership_id and w.skill_id = c.skill_id
        where (c.required, c.origin, c.proof_id, c.held_on, c.valid_until, c.through_skill_id, c.due_on)
              is distinct from (w.required, w.origin, w.proof_id, w.held_on, w.valid_until, w.through_skill_id, w.due_on)),
     gone as (delete from skills_cells c using differs d where c.company_id = :company and c.id = d.cell_id and d.skill_id is null),
     held_members as materialized (
       select kit_held_members(array(select distinct membership_id from differs where skill_id is not null), false) as id)
     insert into skills_cells as c (company_id, membership_id, skill_id, required, origin, proof_id, held_on, valid_until, through_skill_id, due_on)
     select :company, d.membership_id, d.skill_id, d.required, d.origin, d.proof_id, d.held_on, d.valid_until, d.through_skill_id, d.due_on
       from differs d join held_members m on m.id = d.membership_id
     on conflict (company_id, membership_id, skill_id) do update
       set required = excluded.required, origin = excluded.origin, proof_id = excluded.proof_id, held_on = excluded.held_on,
           valid_until = excluded.valid_until, through_skill_id = excluded.through_skill_id, due_on = excluded.due_on
     where (c.required, c.origin, c.proof_id, c.held_on, c.valid_until, c.through_skill_id, c.due_on)
        is distinct from (excluded.required, excluded.origin, excluded.proof_id, excluded.held_on, excluded.valid_until, excluded.through_skill_id,
                          excluded.due_on)`,
    {
      company: currentCompanyId(),
      membership: only.membership ?? null,
      touched: reach?.touched ?? [],
      sources: reach?.sources ?? [],
      ...needed,
    } as never,
  )
  if (!only.membership) await trx.rawQuery('set local enable_nestloop = default')
}

/** Updates everybody in the running company; run by a job, because group membership changes without an event. */
export const recomputeAll = (): Promise<void> => db.transaction((trx) => recomputeSkills(trx))
export const recomputeMember = (membership: number): Promise<void> => db.transaction((trx) => recomputeSkills(trx, { membership }))
