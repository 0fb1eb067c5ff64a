import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { type Session, inChosenCompany } from '#core/kit/scope'
import { SCOPE } from './claims.js'
import { readKeySet } from './key_sets.js'
import { PlatformProblem, accessToken } from './platform_client.js'
import { platformById } from './platforms.js'

export interface CheckLine {
  /** Message `lti.check.<what>.<outcome>`. */
  what: 'keys' | 'deployments' | 'token' | 'launches'
  outcome: 'good' | 'bad' | 'unknown'
  detail: string | null
}

/** What works with a platform and what does not, in words that whoever set it up can act on. @throws AppError 404 */
export const checkPlatform = (session: Session, company: number, id: number): Promise<CheckLine[]> =>
  inChosenCompany(session, { company, reason: 'lti.platforms.check' }, async () => {
    const platform = await platformById(id).catch(() => null)
    if (!platform) throw notFound()
    return [await checkKeys(platform.jwksUrl), await checkDeployments(id), await checkToken(platform), await checkLaunches(id)]
  })

async function checkKeys(url: string | null): Promise<CheckLine> {
  if (!url) return { what: 'keys', outcome: 'good', detail: null }
  try {
    const count = await readKeySet(url)
    return { what: 'keys', outcome: count ? 'good' : 'bad', detail: String(count) }
  } catch (error) {
    return { what: 'keys', outcome: 'bad', detail: error instanceof Error ? `unreachable: ${error.message.slice(0, 200)}` : 'unreachable' }
  }
}

async function checkDeployments(platformId: number): Promise<CheckLine> {
  const row = await db.from('lti_deployments').where('platform_id', platformId).count('* as count').first()
  const count = Number(row?.count ?? 0)
  return { what: 'deployments', outcome: count ? 'good' : 'bad', detail: String(count) }
}

/** Whether the platform takes our signature: a token for grades is asked for, and not used. */
async function checkToken(platform: Awaited<ReturnType<typeof platformById>>): Promise<CheckLine> {
  try {
    await accessToken(platform, [SCOPE.score])
    return { what: 'token', outcome: 'good', detail: null }
  } catch (error) {
    if (!(error instanceof PlatformProblem)) throw error
    return { what: 'token', outcome: 'bad', detail: error.message }
  }
}

async function checkLaunches(platformId: number): Promise<CheckLine> {
  const row: { outcome: string } | null = await db
    .from('lti_launches')
    .where('platform_id', platformId)
    .orderBy('created_at', 'desc')
    .select('outcome')
    .first()
  if (!row) return { what: 'launches', outcome: 'unknown', detail: null }
  return { what: 'launches', outcome: row.outcome === 'opened' || row.outcome === 'link' ? 'good' : 'bad', detail: row.outcome }
}
