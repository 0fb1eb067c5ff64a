import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { companyChoices } from '#core/kit/companies'
import { peopleCondition, peopleFields } from '#core/kit/lists'
import type { Session } from '#core/kit/scope'

/** The recipients of a campaign. An empty list means everybody. */
export interface Audience {
  company: number | null
  roles: string[]
  languages: string[]
  /** Filters over people, by their key: any of these ids matches. */
  people: Record<string, number[]>
}

/**
 * The people who may be mailed, as an SQL condition over `p` (kit_members): they gave consent, they did not unsubscribe, and their company
 * allows others to communicate with its people. Checked when a campaign starts, and again for each mail.
 */
export const MAY_BE_MAILED = `p.status = 'active' and p.email not like '%@no-mail.invalid'
  and exists (select from marketing_consents k where k.company_id = p.company_id and k.membership_id = p.id and k.withdrawn_at is null)
  and not exists (select from marketing_suppressed s where s.address_hash = marketing_address(p.email))
  and exists (select from kit_companies c where c.id = p.company_id and c.status = 'active' and not c.no_direct_communication)`

/** Whether a campaign can be for a company; null: for all. Runs across companies. */
export const hasCampaigns = async (company: number | null): Promise<boolean> =>
  company === null || (await companyChoices('marketing')).some(({ id }) => id === company)

export interface AudienceSql {
  sql: string
  values: unknown[]
}

/** The filters of an audience that do not exist (any more). Ignoring them would make the audience larger than intended. */
export const unknownFilters = (session: Session, people: Audience['people']): string[] => {
  const known = peopleFields(session)
  return Object.keys(people).filter((key) => !Object.hasOwn(known, key))
}

/** The people of an audience, each address once, as a query that returns their id and company. Runs across companies. */
export async function audienceSql(session: Session, { company, roles, languages, people }: Audience): Promise<AudienceSql> {
  // Companies with the plugin turned off send nothing.
  const open = (await companyChoices('marketing')).map(({ id }) => id)
  const asked = Object.fromEntries(Object.entries(people).map(([key, ids]) => [key, ids.join()]))
  const isKnown = !unknownFilters(session, people).length
  const among = isKnown ? (await peopleCondition(session, asked))('p.id') : { sql: 'false', values: [] }
  const parts: [sql: string, ...values: unknown[]][] = [
    [MAY_BE_MAILED],
    ['p.company_id = any(?::bigint[])', open],
    ...(company === null ? [] : [['p.company_id = ?', company] as [string, unknown]]),
    ...(roles.length ? [['p.role = any(?::text[])', roles] as [string, unknown]] : []),
    ...(languages.length ? [['p.language = any(?::text[])', languages] as [string, unknown]] : []),
    [among.sql, ...among.values],
  ]
  return {
    sql: `select distinct on (lower(p.email)) p.id, p.company_id, p.email, p.full_name, p.firstname, p.language from kit_members p
      where ${parts.map(([sql]) => `(${sql})`).join(' and ')} order by lower(p.email), p.id`,
    values: parts.flatMap(([, ...values]) => values),
  }
}

export interface SamplePerson {
  id: number
  name: string
  company: string
  language: string
}

const SAMPLE = 10

/** The number of people that a campaign would reach now, and some of them. Runs across companies. */
export async function previewAudience(session: Session, audience: Audience): Promise<{ count: number; sample: SamplePerson[] }> {
  const { sql, values } = await audienceSql(session, audience)
  const { rows } = await db.rawQuery<{ rows: { count: number; sample: SamplePerson[] | null }[] }>(
    `with people as (${sql}),
          few as (select p.id, p.full_name as name, c.name as company, p.language from people p join kit_companies c on c.id = p.company_id
                    order by p.id limit ${SAMPLE})
     select (select count(*)::int from people) as count, (select json_agg(few) from few) as sample`,
    values as never[],
  )
  return { count: rows[0]!.count, sample: rows[0]!.sample ?? [] }
}

/** The values of a mail to a person in the audience; null for a person who is not in it. Runs across companies. */
export async function findInAudience(session: Session, audience: Audience, member: number) {
  const { sql, values } = await audienceSql(session, audience)
  const { rows } = await db.rawQuery<{ rows: { firstname: string; company_id: number; company: string }[] }>(
    `select coalesce(nullif(p.firstname, ''), p.full_name) as firstname, p.company_id, c.name as company
       from (${sql}) p join kit_companies c on c.id = p.company_id where p.id = ?`,
    [...values, member] as never[],
  )
  return rows[0] ?? null
}

/** Stores the recipients of a campaign, and assigns subject A or B to those in its trial. @returns the number of recipients */
export async function storeRecipients(trx: TransactionClientContract, campaign: number, { sql, values }: AudienceSql): Promise<number> {
  const { rows } = await trx.rawQuery<{ rows: object[] }>(
    `with people as (${sql})
     insert into marketing_recipients (company_id, campaign_id, membership_id, address_hash)
     select p.company_id, ?, p.id, marketing_address(p.email) from people p
       join kit_held_members(array(select id from people)) held on held = p.id
     on conflict (campaign_id, membership_id) do nothing returning id`,
    [...values, campaign] as never[],
  )
  await trx.rawQuery('select marketing_draw(?)', [campaign])
  return rows.length
}
