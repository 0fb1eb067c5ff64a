import db from '@adonisjs/lucid/services/db'
import type { BySide } from '../contract/person_facts.js'
import { pluginRegistry } from '../plugins/registry.js'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'

/** Entries per page. */
const PAGE = 30
/** The source name of the audit log's entries. */
const AUDIT = 'core.audit'
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~([a-z0-9_.]{1,80})~(\d{1,18})$/

export interface MemberAct {
  /** Unique among all entries; the next page starts after it. */
  key: string
  /** The audit log's name (`member.details`), or `<plugin>.<act>`. */
  action: string
  /** Message id of the sentence; null for the audit log, which has none. */
  words: string | null
  /** Values of the sentence: names, texts by language, days. */
  details: Record<string, unknown>
  at: Date
  /** Name of the person who did it. */
  by: string | null
  /** Who did it, when there is no name. */
  side: BySide
}

interface Row {
  source: string
  id: string
  stamp: string
  act: string
  facts: Record<string, unknown>
  by: string | null
  side: BySide
}

const STAMP = (at: string) => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const keyOf = (row: Row) => `${row.stamp}~${row.source}~${row.id}`
/** Newest first. Entries of the same moment have a fixed order, the same in SQL and here. */
const later = (one: Row, other: Row) =>
  one.stamp !== other.stamp
    ? one.stamp < other.stamp
    : one.source !== other.source
      ? one.source < other.source
      : BigInt(one.id) < BigInt(other.id)

/**
 * Returns the history of a member of the current company, newest first, from the plugins that are on (`personFacts`) and from the audit
 * log, which the company cannot read itself. Takes two statements.
 * @param before the `next` of the previous page
 */
export async function memberHistory(
  membershipId: number,
  before: string | null = null,
): Promise<{ acts: MemberAct[]; next: string | null }> {
  const [, stamp = null, source = null, id = null] = (before && CURSOR.exec(before)) || []
  const bound = { member: membershipId, company: currentCompanyId(), stamp, source, after: id, most: PAGE + 1 }
  const rows = [...(await told(bound)), ...(await logged(bound))].sort((one, other) => (later(one, other) ? 1 : -1))
  const acts = rows.slice(0, PAGE)
  return { acts: acts.map(toAct), next: rows.length > PAGE ? keyOf(acts.at(-1)!) : null }
}

function toAct(row: Row): MemberAct {
  const plugin = row.source.slice(0, row.source.indexOf('.'))
  const isLogged = row.source === AUDIT
  return {
    key: keyOf(row),
    action: isLogged ? row.act : `${plugin}.${row.act}`,
    words: isLogged ? null : `${plugin}.told.${row.act}`,
    details: row.facts,
    at: new Date(row.stamp),
    by: row.by,
    side: row.side,
  }
}

const AFTER = `(:stamp::timestamptz is null or (f.at, f.source collate "C", f.id) < (:stamp::timestamptz, :source, :after::bigint))`

/** From the plugins, under the company's policies: each source is cut to a page first, then all together. */
async function told(bound: Record<string, unknown>): Promise<Row[]> {
  const registry = pluginRegistry()
  const company = await db.from('core_companies').where('id', currentCompanyId()).select('plugins').firstOrFail()
  const sources = registry.personFacts.filter(({ plugin }) => registry.isOn(plugin, company.plugins))
  if (!sources.length) return []
  const each = sources.map(
    ({ name, sql }) => `(select * from (select '${name}'::text as source, s.* from (${sql}) s) f
      where ${AFTER} order by f.at desc, f.id desc limit :most)`,
  )
  const { rows } = await db.rawQuery<{ rows: Row[] }>(
    `select f.source, f.id::text as id, ${STAMP('f.at')} as stamp, f.act, f.facts, f.by_side as side,
            core_full_name(m.firstname, m.infix, m.lastname) as by
       from (${each.join(' union all ')}) f 
       left join core_memberships u on u.company_id = :company and u.user_id = f.by_user
       left join kit_members m on m.id = coalesce(f.by_member, u.id)
      order by f.at desc, f.source collate "C" desc, f.id desc limit :most`,
    bound as never,
  )
  return rows
}

/** From the audit log, for this company only. People who left the company have no name here. */
function logged(bound: Record<string, unknown>): Promise<Row[]> {
  return asSystem('people.history', async () => {
    const { rows } = await db.rawQuery<{ rows: Row[] }>(
      `select f.source, f.id::text as id, ${STAMP('f.at')} as stamp, f.act, f.facts,
              case when u.platform_role is not null then 'platform' when u.id is null then 'gone' else 'unknown' end as side,
              core_full_name(u.firstname, u.infix, u.lastname) as by
         from (select '${AUDIT}'::text as source, a.id, a.created_at as at, a.action as act, a.details as facts, a.user_id
                 from core_audit_log a where a.company_id = :company and a.details->>'membershipId' = :member::text) f
         left join core_users u on u.id = f.user_id and (u.platform_role is not null
                                   or exists (select from core_memberships m where m.company_id = :company and m.user_id = u.id))
        where ${AFTER} order by f.at desc, f.id desc limit :most`,
      bound as never,
    )
    return rows
  })
}
