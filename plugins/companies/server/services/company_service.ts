import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { Infer } from '@vinejs/vine/types'
import type { Session } from '#core/accounts/session'
import { replaceLogo } from '#core/companies/company_images'
import { conflict, notFound } from '#core/contract/errors'
import { keepUploadedImage } from '#core/files/images'
import { EXPORT_LIMIT } from '#core/http/csv'
import { type Page, pageOf } from '#core/http/list_query'
import { acrossCompanies } from '#core/tenancy/across'
import type { CompanyRow } from '../transformers/company_transformer.js'
import type { companyListValidator, updateCompanyValidator } from '../validators/companies.js'

export type CompanyList = Infer<typeof companyListValidator>
export type CompanyChange = Infer<typeof updateCompanyValidator>

const PARTICIPANTS = `(select count(*) from core_memberships m
  where m.company_id = c.id and m.role = 'leerling' and m.status = 'active')`
const VERSION = `to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const SORT = {
  name: 'search_key(c.name)',
  login_id: 'c.login_id',
  city: 'search_key(c.city)',
  participants: 'participants',
  registration_date: 'c.created_at',
  match: 'match',
} as const
const COLUMNS = [
  'id',
  'login_id',
  'name',
  'legal_name',
  'abbreviation',
  'sender_name',
  'primary_color',
  'secondary_color',
  'logo_file',
  'street',
  'postal_code',
  'city',
  'country',
  'catalogue_access',
  'sir_member',
  'exam_provider',
  'no_direct_communication',
  'platform_branding',
  'tag_manager_id',
  'status',
  'created_at',
].map((name) => `c.${name}`)

function companies(client: Pick<TransactionClientContract, 'from'> = db): DatabaseQueryBuilderContract<CompanyRow> {
  return client
    .from('core_companies as c')
    .select(COLUMNS)
    .select(db.raw(`${VERSION} as version`), db.raw(`${PARTICIPANTS} as participants`))
}

/** Every company; searching without a sort of one's own puts the best matches first. */
export function listCompanies(session: Session, list: CompanyList): Promise<Page<CompanyRow>> {
  return acrossCompanies(session, 'companies.list', () => find(list))
}

/** The same companies for a file: all of them, up to EXPORT_LIMIT. */
export function exportCompanies(session: Session, list: CompanyList): Promise<Page<CompanyRow>> {
  return acrossCompanies(session, 'companies.export', () => find({ ...list, page: 1, per_page: EXPORT_LIMIT }))
}

async function find(list: Omit<CompanyList, 'per_page'> & { per_page?: number }): Promise<Page<CompanyRow>> {
  const query = companies()
  for (const filter of ['status', 'exam_provider', 'sir_member', 'catalogue_access'] as const) {
    if (list[filter] !== undefined) query.where(`c.${filter}`, list[filter])
  }
  if (list.search) query.select(db.raw('word_similarity(search_key(?), c.search_text) as match', [list.search]))
  return pageOf<CompanyRow, keyof typeof SORT>(query, list, {
    sort: SORT,
    defaultSort: list.search ? '-match' : 'name',
    search: 'c.search_text',
    key: 'c.id',
  })
}

/** @throws AppError 404 for an unknown id */
export function showCompany(session: Session, id: string): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.show', () => read(id))
}

async function read(id: string | number, client?: TransactionClientContract): Promise<CompanyRow> {
  const row = await companies(client).where('c.id', id).first()
  if (!row) throw notFound()
  return row
}

/**
 * Changes what is given and leaves the rest.
 * @throws AppError 404; 409 changed_meanwhile when somebody else changed it after `updated_at`
 */
export function updateCompany(session: Session, id: string, { updated_at: version, ...change }: CompanyChange): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.update', () =>
    db.transaction(async (trx) => {
      // Locks the row, so that of two admins at the same time the second finds the first one's change.
      await trx.from('core_companies').where('id', id).forUpdate().select('id').first()
      const current = await read(id, trx)
      if (current.version !== version) throw conflict('changed_meanwhile')
      await trx
        .from('core_companies')
        .where('id', id)
        // clock_timestamp moves on within a transaction, so a version is never given twice.
        .update({ ...change, ...emptyAsNull(change), updated_at: db.raw('clock_timestamp()') })
      return read(id, trx)
    }),
  )
}

/** What may be empty is null in the database. */
function emptyAsNull(change: Omit<CompanyChange, 'updated_at'>) {
  const optional = ['abbreviation', 'tag_manager_id'] as const
  return Object.fromEntries(optional.filter((name) => change[name] === '').map((name) => [name, null]))
}

/**
 * Keeps an uploaded logo, shows it from now on and forgets the one before. `updated_at` stays: the logo
 * is no field of the form, and a form that is open meanwhile must not go stale.
 * @throws AppError 404; 422 on `logo`: not_an_image, too_large. Nothing changes then
 */
export function updateLogo(session: Session, id: string, content: Uint8Array): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.logo', async () => {
    await replaceLogo(id, () => keepUploadedImage('logo', content))
    return read(id)
  })
}
