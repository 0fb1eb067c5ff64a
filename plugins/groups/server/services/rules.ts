import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid } from '#core/contract/errors'
import { registrationFields } from '#core/kit/registration'
import { historyValues, historySql } from './history.js'
import { answerOf, type Condition, type Rule } from '../../contract/rules.js'

const COLUMN: Record<string, string> = {
  email_domain: `lower(split_part(m.email, '@', 2))`,
  language: 'm.language',
  role: 'm.role',
}

const LIKE = /[\\%_]/g

/** One condition on a member `m` as SQL; the compared value is bound. A person without an answer neither equals nor contains anything. */
function conditionSql({ field, op, value }: Condition): { sql: string; values: string[] } {
  const answer = answerOf(field)
  const column = COLUMN[field] ?? `lower(m.answers->>?)`
  const bound = answer === null ? [] : [String(answer)]
  const wanted = value.trim().toLowerCase()
  if (op === 'contains')
    return { sql: `coalesce(${column}, '') like ?`, values: [...bound, `%${wanted.replace(LIKE, (sign) => `\\${sign}`)}%`] }
  return { sql: `coalesce(${column}, '') ${op === 'is' ? '=' : '<>'} ?`, values: [...bound, wanted.replace(/^@/, '')] }
}

/** The people who match a rule: a condition on a member `m`. Pure. */
export function ruleSql({ match, conditions }: Rule): { sql: string; values: string[] } {
  const parts = conditions.map(conditionSql)
  return { sql: `(${parts.map(({ sql }) => sql).join(match === 'all' ? ' and ' : ' or ')})`, values: parts.flatMap(({ values }) => values) }
}

/** Refuses a rule with a field that the current company does not ask. @throws AppError 422 at `rule.conditions.<n>.field` */
export async function assertKnownFields(rule: Rule | null): Promise<void> {
  const answers = rule?.conditions.map(({ field }) => answerOf(field)) ?? []
  if (answers.every((id) => id === null)) return
  const known = new Set((await registrationFields()).map(({ id }) => Number(id)))
  for (const [index, id] of answers.entries()) {
    if (id !== null && !known.has(id)) throw invalid(`rule.conditions.${index}.field`, 'enum')
  }
}

/**
 * Updates a group's members by rule, for everybody or one person. Idempotent. Members by hand or import stay, and a person who is being
 * erased is not added.
 * @returns how many joined or left
 */
export async function applyRule(
  trx: TransactionClientContract,
  group: { id: number; company_id: number; rule: Rule | null },
  membership: number | null = null,
): Promise<number> {
  const { sql, values } = group.rule ? ruleSql(group.rule) : { sql: 'false', values: [] }
  const only = membership === null ? { sql: 'true', values: [] } : { sql: 'm.id = ?', values: [membership] }
  const came = await trx.rawQuery<{ rows: { n: number }[] }>(
    `with came as (insert into groups_members (company_id, group_id, membership_id, by_rule)
       select ?, ?, kit_held_members(array(
         select m.id from kit_members m where m.company_id = ? and ${only.sql} and ${sql} and not exists (
           select 1 from groups_members gm where gm.company_id = m.company_id and gm.group_id = ? and gm.membership_id = m.id and gm.by_rule))), true
     on conflict (company_id, group_id, membership_id) do update set by_rule = true where not groups_members.by_rule
       returning membership_id, xmax = 0 as is_new),
     noted as (${historySql('select membership_id from came where is_new')})
     select count(*)::int as n from came`,
    [
      group.company_id,
      group.id,
      group.company_id,
      ...only.values,
      ...values,
      group.id,
      ...historyValues(group.id, 'joined', 'rule', null),
    ] as never[],
  )
  const others = `by_rule and group_id = ? and company_id = ? and ${only.sql.replace('m.id', 'membership_id')} and not exists (
    select 1 from kit_members m where m.company_id = groups_members.company_id and m.id = groups_members.membership_id and ${sql})`
  const bound = [group.id, group.company_id, ...only.values, ...values]
  // First those who leave completely: a member in another way too only loses the mark of the rule.
  const went = await trx.rawQuery<{ rows: { n: number }[] }>(
    `with went as (delete from groups_members where added is null and ${others} returning membership_id),
     noted as (${historySql('select membership_id from went')})
     select count(*)::int as n from went`,
    [...bound, ...historyValues(group.id, 'left', 'rule', null)] as never[],
  )
  const kept = await trx.rawQuery<{ rowCount: number }>(`update groups_members set by_rule = false where ${others}`, bound)
  return came.rows[0]!.n + went.rows[0]!.n + kept.rowCount
}
