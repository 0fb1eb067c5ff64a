import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { BRANDING_COLUMNS, type BrandingRow } from '../companies/branding.js'
import { isPlainLine } from '../contract/plain_line.js'
import { COMPANY_COOKIE, readCookie } from '../http/cookies.js'
import { preparedQuery } from '../tenancy/connections.js'
import { companyOfToken } from '../tenancy/public_lookup.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import type { PageOptions } from './page_options.js'

const COLUMNS = `${BRANDING_COLUMNS}, time_zone, plugins, site_host, tag_manager_id, xmin::text as settings_version`
const COMPANY = `select ${COLUMNS} from core_companies where login_id = $1 and status = 'active'`
const COMPANY_BY_ID = `select ${COLUMNS} from core_companies where id = $1 and status = 'active'`

/** The company data that a page needs. */
export type CompanyRow = BrandingRow & {
  time_zone: string
  plugins: string[]
  site_host: string | null
  tag_manager_id: string | null
  settings_version: string
}

/** The open company with this login id, else null. */
export async function findCompany(loginId: string): Promise<CompanyRow | null> {
  if (loginId.length > 100 || !isPlainLine(loginId)) return null
  const rows = await asSystem('page.company', () => preparedQuery<CompanyRow>(db, 'platform_company', COMPANY, [loginId]))
  return rows[0] ?? null
}

/** The name of a closed company, else null, to tell its people. */
async function closedCompany(loginId: string): Promise<string | null> {
  if (loginId.length > 100 || !isPlainLine(loginId)) return null
  const row: { name: string } | null = await asSystem('page.closed', () =>
    db.from('core_companies').where({ login_id: loginId, status: 'inactive' }).select('name').first(),
  )
  return row?.name ?? null
}

/** The open company with this id, else null. */
export async function findCompanyById(id: number | null): Promise<CompanyRow | null> {
  if (!id) return null
  const rows = await asSystem('page.company', () => preparedQuery<CompanyRow>(db, 'platform_company_by_id', COMPANY_BY_ID, [id]))
  return rows[0] ?? null
}

interface PageCompany {
  company: CompanyRow | null
  /** The error that the page shows instead: not found, or the company was closed. */
  error: 'not-found' | 'closed' | null
  /** On the platform's own sign-in page: the name of this browser's last company, when it was closed meanwhile. */
  closed: string | null
}

/**
 * The company of a page: by its address, else by the session, else by what this browser remembers. The sign-in page is remembered for a
 * year.
 */
export async function companyOfPage(ctx: HttpContext, session: Session | null, options: PageOptions): Promise<PageCompany> {
  const { loginId, companyFrom, companyId, publicSite } = options
  let company: CompanyRow | null = null
  if (companyFrom) company = await findCompanyById(await companyOfToken(companyFrom))
  else if (companyId) company = await findCompanyById(companyId)
  else if (loginId) company = await findCompany(loginId)

  let error: PageCompany['error'] = null
  if (!company && loginId) error = (await closedCompany(loginId)) === null ? 'not-found' : 'closed'
  else if (!company && (companyFrom || (publicSite && companyId))) error = 'not-found'
  if (loginId && company) {
    const year = { encode: false, httpOnly: true, sameSite: 'lax', maxAge: '365d', path: '/' } as const
    ctx.response.plainCookie(COMPANY_COOKIE, company.login_id, year)
  }

  // On other addresses, also unknown ones, a person stays with their own company.
  const known = publicSite ? null : session ? session.row.login_id : readCookie(ctx, COMPANY_COOKIE)
  if (!company && known) company = await findCompany(known)
  // People of a closed company land on this sign-in page and are told why.
  const closed = options.frontDoor && !session && !company && known ? await closedCompany(known) : null
  return { company, error, closed }
}
