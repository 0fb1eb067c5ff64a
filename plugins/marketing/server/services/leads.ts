import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid, notFound } from '#core/contract/errors'
import { companyChoices } from '#core/kit/companies'
import { saveFrom, versionOf } from '#core/kit/database'
import { platformAdmins, existingEmails } from '#core/kit/people'
import { acrossCompanies, type Session } from '#core/kit/scope'
import type { LeadSource } from '../../contract/index.js'
import type { LeadState } from '../../states.js'

const LEADS = 'marketing_leads'

export interface LeadRow {
  id: number
  company_id: number | null
  /** Null: the platform's own site. */
  company: string | null
  name: string
  email: string
  phone: string
  organisation: string
  message: string
  language: string
  source: LeadSource
  subject: string
  consent_words: string | null
  consent_at: Date | null
  state: LeadState
  owner_id: number | null
  next_step: string
  /** `yyyy-mm-dd` */
  next_on: string | null
  created_at: Date
  version: string
}

export type LeadWithOwner = LeadRow & { owner: string }

/** Leads with the company on whose page they left their details. */
export const leads = () =>
  db
    .from(`${LEADS} as l`)
    .leftJoin('kit_companies as c', 'c.id', 'l.company_id')
    .select('l.*', 'c.name as company', db.raw(`to_char(l.next_on, 'YYYY-MM-DD') as next_on, ${versionOf('l.updated_at')} as version`))

/** Adds the name of each lead's owner. Runs across companies. */
export async function withOwners(rows: readonly LeadRow[]): Promise<LeadWithOwner[]> {
  const names = rows.some(({ owner_id: owner }) => owner) ? new Map((await platformAdmins()).map(({ id, name }) => [id, name])) : null
  return rows.map((row) => ({ ...row, owner: names?.get(Number(row.owner_id)) ?? '' }))
}

async function find(id: string): Promise<LeadWithOwner> {
  const row: LeadRow | null = await leads().where('l.id', id).first()
  if (!row) throw notFound()
  return (await withOwners([row]))[0]!
}

/** A lead, whether its address has an account by now, and whether it wants no more mails about courses. */
async function detailOf(id: string) {
  const row = await find(id)
  const { rows } = await db.rawQuery<{ rows: { unsubscribed: boolean }[] }>(
    'select exists (select from marketing_suppressed s where s.address_hash = marketing_address(?)) as unsubscribed',
    [row.email],
  )
  return { row, hasAccount: (await existingEmails([row.email])).size > 0, unsubscribed: rows[0]!.unsubscribed }
}

/** @throws AppError 404 */
export const showLead = (session: Session, id: string) => acrossCompanies(session, 'marketing.leads.show', () => detailOf(id))

export interface LeadChange {
  state: LeadState
  owner: number | null
  next_step: string
  next_on: string | null
  updated_at: string
}

/** @throws AppError 422 at `owner` for a person who is no admin */
export async function assertOwner(owner: number | null): Promise<void> {
  if (owner !== null && !(await platformAdmins()).some(({ id }) => id === owner)) throw invalid('owner', 'enum')
}

const formOf = ({ state, owner_id: owner, next_step, next_on }: LeadRow) => ({
  ...{ state, next_step, next_on },
  owner: owner === null ? null : Number(owner),
})

/** Changes how a lead is followed up. @throws AppError 404; 409 changed_meanwhile; 422 at `owner` */
export const updateLead = (session: Session, id: string, { updated_at: version, ...change }: LeadChange) =>
  acrossCompanies(session, 'marketing.leads.update', async () => {
    const { owner, ...columns } = change
    await assertOwner(owner)
    const current = async (trx: TransactionClientContract) =>
      formOf(await trx.from(LEADS).where('id', id).select('*', trx.raw(`to_char(next_on, 'YYYY-MM-DD') as next_on`)).first())
    await saveFrom({ table: LEADS, id, version, sent: change, current }, async (trx) => {
      await trx
        .from(LEADS)
        .where('id', id)
        .update({ ...columns, owner_id: owner })
    })
    return detailOf(id)
  })

/** Erases a lead for good, such as on the person's request. @throws AppError 404 */
export const eraseLead = (session: Session, id: string): Promise<void> =>
  acrossCompanies(session, 'marketing.leads.erase', async () => {
    if (!Number(await db.from(LEADS).where('id', id).delete())) throw notFound()
  })

/** Returns the people who can follow up a lead, and the companies for filtering the list. */
export const leadOptions = (session: Session) =>
  acrossCompanies(session, 'marketing.leads.options', async () => ({
    admins: await platformAdmins(),
    companies: await companyChoices('marketing'),
  }))

/** Deletes leads that nothing happened to for two years, of every company and the platform; the job `marketing.forget_leads`. */
export async function deleteOldLeads(): Promise<void> {
  await db.rawQuery('select marketing_forget_leads()')
}

/** Every company while there is such a lead: one of them has the plugin on. */
export const FORGETTING_DUE = `select c.id as company_id from kit_companies c
  where exists (select from marketing_leads l where l.updated_at < now() - interval '2 years')`
