import db from '@adonisjs/lucid/services/db'
import { invalid, notFound } from '#core/contract/errors'
import { hasWords } from '#core/contract/plain_line'
import { type Session, acrossCompanies } from '#core/kit/scope'

export interface Version {
  id: number
  company_id: number | null
  number: number
  /** Language → text. */
  texts: Record<string, string>
  published_at: Date
}

const COLUMNS = ['id', 'company_id', 'number', 'texts', 'published_at'] as const

/** The current version in this scope: a company's own before the platform's. @param at the version of that moment instead */
export async function currentVersion(at: Date = new Date()): Promise<Version | null> {
  const version: Version | null = await db
    .from('terms_versions')
    .where('published_at', '<=', at)
    .orderByRaw('company_id nulls last, number desc')
    .select([...COLUMNS])
    .first()
  return version
}

/**
 * All versions that a person may see, newest first, with the number of people who accepted each: a company's own and the platform's, or
 * those that an admin requests.
 * @throws AppError 404 for an unknown company
 */
export async function listVersions(
  session: Session,
  company: number | null,
): Promise<(Version & { accepted: number; company: string | null })[]> {
  const list = () =>
    db
      .from('terms_versions as v')
      .leftJoin('kit_companies as c', 'c.id', 'v.company_id')
      .select(COLUMNS.map((name) => `v.${name}`))
      .select('c.name as company', db.raw('(select count(*)::int from terms_acceptances a where a.version_id = v.id) as accepted'))
      .orderBy('v.published_at', 'desc')
      .orderBy('v.id', 'desc')
      .limit(200)
  if (session.companyId) return list()
  return acrossCompanies(session, 'terms.versions', async () => {
    if (!company) return list()
    if (!(await db.from('kit_companies').where('id', company).first())) throw notFound()
    return list().where('v.company_id', company)
  })
}

/**
 * Publishes a version; from now on the people it applies to are asked. Earlier versions stay unchanged.
 * @param company null: the platform's, for every company without its own terms
 * @throws AppError 404 for an unknown company; 422 at `texts` (required) without any text
 */
export async function publishVersion(
  session: Session,
  { company, texts }: { company: number | null; texts: Record<string, string | undefined> },
): Promise<Version> {
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && hasWords(text)))
  if (!Object.keys(given).length) throw invalid('texts', 'required')
  return acrossCompanies(session, 'terms.publish', () =>
    db.transaction(async (trx) => {
      if (company && !(await trx.from('kit_companies').where('id', company).first())) throw notFound()
      // Two concurrent calls get two numbers.
      await trx.rawQuery(`select pg_advisory_xact_lock(hashtext('terms_versions'), ?)`, [company ?? 0])
      const { rows } = await trx.rawQuery<{ rows: Version[] }>(
        `insert into terms_versions (company_id, number, texts)
         select ?::bigint, coalesce(max(number), 0) + 1, ?::jsonb from terms_versions where company_id is not distinct from ?::bigint
         returning ${COLUMNS.join(', ')}`,
        [company, JSON.stringify(given), company] as never[],
      )
      return rows[0]!
    }),
  )
}
