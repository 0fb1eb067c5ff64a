import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { conflict, notFound } from '../contract/errors.js'
import { keepUploadedImage } from '../files/images.js'
import type { ListSource } from '../lists/define_list.js'
import { querySource } from '../lists/query_source.js'
import { replaceLogo } from './company_images.js'

/** A company with everything that may be changed. */
export interface CompanyRow {
  id: number
  login_id: string
  name: string
  legal_name: string
  abbreviation: string | null
  sender_name: string
  primary_color: string
  secondary_color: string
  logo_file: string | null
  street: string | null
  postal_code: string | null
  city: string | null
  country: string | null
  catalogue_access: boolean
  sir_member: boolean
  exam_provider: boolean
  no_direct_communication: boolean
  platform_branding: boolean
  tag_manager_id: string | null
  status: 'active' | 'inactive'
  created_at: Date
  /** As exact text: a JavaScript date would drop the microseconds that tell two changes apart. */
  version: string
  participants: number
}

type Changeable = Omit<CompanyRow, 'id' | 'login_id' | 'logo_file' | 'status' | 'created_at' | 'version' | 'participants'>
/** What is left out stays as it is; `updated_at` is the version that was read. */
export type CompanyChange = Partial<Changeable> & { updated_at: string }

const PARTICIPANTS = `(select count(*) from core_memberships m
  where m.company_id = c.id and m.role = 'leerling' and m.status = 'active')`
const VERSION = `to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const SORT = {
  name: 'search_key(c.name)',
  login_id: 'c.login_id',
  city: 'search_key(c.city)',
  participants: PARTICIPANTS,
  registration_date: 'c.created_at',
} as const
const FILTERS = ['status', 'exam_provider', 'sir_member', 'catalogue_access'] as const
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

/** The companies of the running scope as a list's source; a search without a sort of one's own puts the best matches first. */
export const companiesSource: ListSource<CompanyRow> = querySource(
  () => companies(),
  (query, list) => {
    for (const filter of FILTERS) if (list[filter] !== undefined) query.where(`c.${filter}`, list[filter] as string)
  },
  { sort: SORT, defaultSort: 'name', search: 'c.search_text', ranked: true, id: 'c.id', companyId: 'c.id' },
)

/** @throws AppError 404 for an unknown id */
export async function findCompany(id: string | number, client?: TransactionClientContract): Promise<CompanyRow> {
  const row = await companies(client).where('c.id', id).first()
  if (!row) throw notFound()
  return row
}

/**
 * Changes what is given and leaves the rest.
 * @throws AppError 404; 409 changed_meanwhile when somebody else changed it after `updated_at`
 */
export function updateCompany(id: string, { updated_at: version, ...change }: CompanyChange): Promise<CompanyRow> {
  return db.transaction(async (trx) => {
    // Locks the row, so that of two admins at the same time the second finds the first one's change.
    await trx.from('core_companies').where('id', id).forUpdate().select('id').first()
    const current = await findCompany(id, trx)
    if (current.version !== version) throw conflict('changed_meanwhile')
    await trx
      .from('core_companies')
      .where('id', id)
      // clock_timestamp moves on within a transaction, so a version is never given twice.
      .update({ ...change, ...emptyAsNull(change), updated_at: db.raw('clock_timestamp()') })
    return findCompany(id, trx)
  })
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
export async function updateLogo(id: string, content: Uint8Array): Promise<CompanyRow> {
  await replaceLogo(id, () => keepUploadedImage('logo', content))
  return findCompany(id)
}
