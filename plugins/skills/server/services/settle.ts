import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'

export interface Only {
  membership?: number
  skill?: number
}

/** Who is in the groups of which a skill is required; nobody where groups are off. */
async function neededByGroups(trx: TransactionClientContract, { skill }: Only): Promise<{ skills: number[]; members: number[] }> {
  const query = trx.from('skills_groups').select('skill_id', 'group_id')
  if (skill) query.where('skill_id', skill)
  const rows: { skill_id: number; group_id: number }[] = await query
  const groups = await serviceOf(groupsService)
  const needed = { skills: [] as number[], members: [] as number[] }
  if (!groups || !rows.length) return needed
  const members = await groups.membersOf([...new Set(rows.map(({ group_id: id }) => id))])
  for (const { skill_id: id, group_id: group } of rows) {
    for (const member of members.get(group) ?? []) {
      needed.skills.push(id)
      needed.members.push(member)
    }
  }
  return needed
}

/**
 * Makes the cells right: the one place that says who has which skill until when, and who needs it. Of several proofs the one that
 * counts longest; a name by hand counts where there is no proof at all. One statement; a second run changes nothing. Whoever is being erased
 * meanwhile gets none; whom somebody else is changing just now is left as they are, for the job that looks at everybody.
 * @param only of this person or skill, as nothing else moved
 */
export async function settle(trx: TransactionClientContract, only: Only = {}): Promise<void> {
  // Who moves somebody holds them and settles them then: they are waited for before anybody is kept waiting.
  if (only.membership) await trx.rawQuery('select kit_held_members(?)', [[only.membership]])
  // Two at once would each write what the other has not seen.
  await trx.rawQuery(`select pg_advisory_xact_lock(hashtextextended('skills.settle', ?))`, [currentCompanyId()])
  const needed = await neededByGroups(trx, only)
  const [member, skill] = [only.membership ?? null, only.skill ?? null]
  await trx.rawQuery(
    `with asked as (select ?::bigint as company_id, ?::bigint as membership_id, ?::bigint as skill_id),
     found as (
       select p.membership_id, s.id as skill_id, p.id as proof_id, p.kind as origin, p.day as held_on,
              case when p.kind = 'external' then coalesce(p.valid_until, (p.day + make_interval(months => s.valid_months))::date)
                   else least(p.valid_until, (p.day + make_interval(months => s.valid_months))::date) end as valid_until
         from asked a
         join skills_skills s on s.company_id = a.company_id and s.id = coalesce(a.skill_id, s.id)
         join skills_sources o on o.company_id = s.company_id and o.skill_id = s.id
         join skills_proofs p on p.company_id = s.company_id and not p.revoked
              and p.membership_id = coalesce(a.membership_id, p.membership_id)
              and (p.course_id = o.course_id or p.name_key = o.name_key)
       union all
       select m.id, s.id, null, 'hand', null, null
         from asked a
         join kit_members m on m.company_id = a.company_id and m.id = coalesce(a.membership_id, m.id) and cardinality(m.skillset) > 0
         join skills_skills s on s.company_id = a.company_id and s.id = coalesce(a.skill_id, s.id)
              and s.search_text in (select search_key(word) from unnest(m.skillset) word)),
     held as (
       select distinct on (membership_id, skill_id) * from found
        order by membership_id, skill_id, (origin = 'hand'), valid_until desc nulls first, held_on desc, proof_id),
     needed as (
       select m.id as membership_id, s.id as skill_id
         from asked a
         join skills_skills s on s.company_id = a.company_id and s.id = coalesce(a.skill_id, s.id)
         join kit_members m on m.company_id = a.company_id and m.id = coalesce(a.membership_id, m.id) and m.role = 'leerling'
        where s.everybody or exists (
          select 1 from unnest(?::bigint[], ?::bigint[]) g(skill_id, membership_id) where g.skill_id = s.id and g.membership_id = m.id)),
     wanted as (
       select membership_id, skill_id, n.skill_id is not null as required, h.origin, h.proof_id, h.held_on, h.valid_until
         from held h full join needed n using (membership_id, skill_id)),
     gone as (
       delete from skills_cells c using asked a
        where c.company_id = a.company_id and c.membership_id = coalesce(a.membership_id, c.membership_id)
          and c.skill_id = coalesce(a.skill_id, c.skill_id)
          -- Not "not exists": expecting two rows there, the planner held each of half a million cells against each that is wanted.
          and (c.membership_id, c.skill_id) not in (select w.membership_id, w.skill_id from wanted w)),
     changed as materialized (
       select w.* from wanted w cross join asked a
         left join skills_cells c on c.company_id = a.company_id and c.membership_id = w.membership_id and c.skill_id = w.skill_id
        where (c.required, c.origin, c.proof_id, c.held_on, c.valid_until)
              is distinct from (w.required, w.origin, w.proof_id, w.held_on, w.valid_until)),
     held_members as materialized (select kit_held_members(array(select distinct membership_id from changed), false) as id)
     insert into skills_cells as c (company_id, membership_id, skill_id, required, origin, proof_id, held_on, valid_until)
     select a.company_id, w.membership_id, w.skill_id, w.required, w.origin, w.proof_id, w.held_on, w.valid_until
       from changed w, asked a where w.membership_id in (select id from held_members)
     on conflict (company_id, membership_id, skill_id) do update
       set required = excluded.required, origin = excluded.origin, proof_id = excluded.proof_id, held_on = excluded.held_on,
           valid_until = excluded.valid_until
     where (c.required, c.origin, c.proof_id, c.held_on, c.valid_until)
        is distinct from (excluded.required, excluded.origin, excluded.proof_id, excluded.held_on, excluded.valid_until)`,
    [currentCompanyId(), member, skill, needed.skills, needed.members] as never[],
  )
}

/** Everything of the running company; a job does it, as who is in a group changes without an event. */
export const settleAll = (): Promise<void> => db.transaction((trx) => settle(trx))
export const settleMember = (membership: number): Promise<void> => db.transaction((trx) => settle(trx, { membership }))
