import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { versionOf } from '#core/kit/database'
import type { ContractStatus, ContractType } from '../../contract/index.js'

export interface ContractRow {
  id: number
  company_id: number
  company_name: string
  name: string
  email: string
  order_number: string | null
  type: ContractType
  /** `yyyy-mm-dd` */
  starts_on: string
  ends_on: string
  participants: number | null
  custom_courses: number | null
  extra_participant_cents: number | null
  extra_course_cents: number | null
  only_started: boolean
  courses: number[]
  status: ContractStatus
  used: number
  version: string
}

const TODAY = `(now() at time zone 'Europe/Amsterdam')::date`
/** Derived from its dates (specification, section 4). */
export const STATUS = `case when k.ends_on < ${TODAY} then 'ended' when k.starts_on > ${TODAY} then 'planned' else 'active' end`
const WHO = `coalesce(u.membership_id::text, 'gone ' || coalesce(u.gone_as, u.id::text))`
/** The counted uses: people, or courses given; only started ones, if the contract says so. A course that one person has in two ways counts once. */
export const USED = `(select case when k.type = 'participants' then count(distinct ${WHO}) else count(distinct (${WHO}, u.course_id)) end
  from contracts_uses u where u.company_id = k.company_id and u.contract_id = k.id and u.given_back_at is null
    and (not k.only_started or u.started_at is not null))::int`

/** Contracts with their status and use. */
export const contracts = (client: Pick<TransactionClientContract, 'from'> = db) =>
  client
    .from('contracts_contracts as k')
    .join('kit_companies as c', 'c.id', 'k.company_id')
    .select('k.*', 'c.name as company_name')
    .select(db.raw('k.starts_on::text as starts_on, k.ends_on::text as ends_on'))
    .select(db.raw(`${STATUS} as status, ${USED} as used, ${versionOf('k.updated_at')} as version`))

export const limitOf = ({ type, participants, custom_courses: courses }: Pick<ContractRow, 'type' | 'participants' | 'custom_courses'>) =>
  type === 'participants' ? participants : type === 'courses' ? courses : null
export const extraOf = (row: Pick<ContractRow, 'type' | 'extra_participant_cents' | 'extra_course_cents'>) =>
  row.type === 'participants' ? row.extra_participant_cents : row.extra_course_cents

/** @throws AppError 404 */
export async function findContract(id: number | string, client?: TransactionClientContract): Promise<ContractRow> {
  const row: ContractRow | null = await contracts(client).where('k.id', id).first()
  if (!row) throw notFound()
  return row
}
