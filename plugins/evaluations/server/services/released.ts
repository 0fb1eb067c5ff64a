import db from '@adonisjs/lucid/services/db'
import { MIN_ANSWERS, firstDayOf } from '../../results.js'

/** The filter on the answers. */
export interface Choice {
  course?: number | undefined
  company?: number | undefined
  /** Number of the course's version. */
  version?: number | undefined
  language?: string | undefined
  /** First and last quarter, `2026-4`. */
  from?: string | undefined
  to?: string | undefined
  /** The place of the exam, and the company of its provider. */
  place?: string | undefined
  house?: number | undefined
}

const ZONE = 'Europe/Amsterdam'
const QUARTER = `date_trunc('quarter', f.saved_at at time zone '${ZONE}')::date`
const CELL = 'course_id, company_id, version, language, quarter, place, house'

/**
 * The answers that are counted: learning's, or those of second evaluations about oneself or about a person. Each kind is grouped by itself.
 */
export type FactsOf = 'first' | 'second_own' | 'second_person'

const SOURCE: Readonly<Record<FactsOf, string>> = {
  first: 'select * from learning_evaluation_facts',
  second_own: `select * from evaluations_second_facts where activity_key = 'own'`,
  second_person: `select * from evaluations_second_facts where activity_key = 'person'`,
}

/**
 * SQL of the counted people, in groups of at least five that no filter splits (decision 0300). One row for each person and cell. `level` is
 * the finest filter to which the row may be counted: `cell` for every filter, `company` for company and quarter, `course` for quarter only.
 * Takes one parameter: the course, or null for all.
 */
const released = (of: FactsOf) => `
  -- With the last exam that the person took before they answered: an exam that comes later moves nobody to another group.
  facts as (
    select f.*, coalesce(x.place, '') as place, coalesce(x.provider_company_id, 0) as house
      from (${SOURCE[of]}) f
      left join lateral (
        select p.place, p.provider_company_id from exams_places p
         where p.company_id = f.company_id and p.membership_id = f.membership_id and p.course_id = f.course_id and p.starts_at <= f.saved_at
         order by p.starts_at desc limit 1) x on true
     where f.course_id = coalesce(?::bigint, f.course_id)),
  units as (
    select f.course_id, f.company_id, f.version, f.language, ${QUARTER} as quarter, f.place, f.house, f.membership_id, min(f.id) as first_id
      from facts f group by 1, 2, 3, 4, 5, 6, 7, 8),
  placed as (
    select u.*, row_number() over (partition by ${CELL} order by first_id) as nth, count(*) over (partition by ${CELL}) as people from units u),
  -- Of a quarter that is over: who is left of each cell.
  rest as (
    select * from placed
     where nth > people - people % ${MIN_ANSWERS} and quarter < date_trunc('quarter', now() at time zone '${ZONE}')::date),
  of_company as (
    select course_id, company_id, quarter, count(distinct membership_id) as people from rest group by 1, 2, 3),
  of_course as (
    select r.course_id, r.quarter, count(distinct r.membership_id) as people
      from rest r join of_company c using (course_id, company_id, quarter) where c.people < ${MIN_ANSWERS} group by 1, 2),
  levels as (
    select p.course_id, p.company_id, p.version, p.language, p.quarter, p.place, p.house, p.membership_id,
           case when p.nth <= p.people - p.people % ${MIN_ANSWERS} then 'cell'
                when r.course_id is null then null
                when c.people >= ${MIN_ANSWERS} then 'company'
                when k.people >= ${MIN_ANSWERS} then 'course' end as level
      from placed p
      left join rest r using (course_id, company_id, version, language, quarter, place, house, membership_id)
      left join of_company c using (course_id, company_id, quarter)
      left join of_course k using (course_id, quarter)),
  released as (select * from levels where level is not null)`

/** The condition of a filter, as SQL with values. Pure. */
export function conditionOf({ company, version, language, from, to, place, house }: Choice): { sql: string; values: (string | number)[] } {
  const parts: [sql: string, ...values: (string | number)[]][] = []
  if ([version, language, place, house].some((value) => value !== undefined)) parts.push([`r.level = 'cell'`])
  else if (company !== undefined) parts.push([`r.level in ('cell', 'company')`])
  if (company !== undefined) parts.push(['r.company_id = ?', company])
  if (version !== undefined) parts.push(['r.version = ?', version])
  if (language !== undefined) parts.push(['r.language = ?', language])
  if (place !== undefined) parts.push(['r.place = ?', place])
  if (house !== undefined) parts.push(['r.house = ?', house])
  if (from !== undefined) parts.push(['r.quarter >= ?::date', firstDayOf(from)])
  if (to !== undefined) parts.push(['r.quarter <= ?::date', firstDayOf(to)])
  return { sql: parts.map(([sql]) => sql).join(' and ') || 'true', values: parts.flatMap(([, ...values]) => values) }
}

/** The answers of those people; a fact is one answer. */
export const FACTS = `chosen r
  join facts f on f.course_id = r.course_id and f.company_id = r.company_id and f.version = r.version and f.language = r.language
   and f.membership_id = r.membership_id and f.place = r.place and f.house = r.house and ${QUARTER} = r.quarter`

/**
 * Runs a SELECT that reads `chosen` (the people counted for the filter) or `released` (all counted people).
 * @param rest the SELECT, with its own values
 */
export async function fromReleased<Row>(
  choice: Choice,
  rest: string,
  values: readonly unknown[] = [],
  of: FactsOf = 'first',
): Promise<Row[]> {
  const condition = conditionOf(choice)
  const sql = `with ${released(of)}, chosen as (select * from released r where ${condition.sql}) ${rest}`
  const { rows } = await db.rawQuery<{ rows: Row[] }>(sql, [choice.course ?? null, ...condition.values, ...values] as never)
  return rows
}
