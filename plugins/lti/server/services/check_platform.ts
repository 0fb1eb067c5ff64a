import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { type Session, inChosenCompany } from '#core/kit/scope'
import { SCOPE } from './claims.js'
import { readKeySet } from './key_sets.js'
import { PlatformProblem, accessToken } from './platform_client.js'
import { platformById } from './platforms.js'

export interface CheckLine {
  /** Message `lti.check.<what>.<outcome>`. */
  what: 'active' | 'keys' | 'deployments' | 'token' | 'launches'
  outcome: 'good' | 'bad' | 'unknown'
  /** For a failure: a problem (`unreachable: …`) or the reason for the refusal. */
  detail: string | null
}

/** Checks each part of the connection of a platform, with messages for an administrator. @throws AppError 404 */
export const checkPlatform = (session: Session, company: number, id: number): Promise<CheckLine[]> =>
  inChosenCompany(session, { company, reason: 'lti.platforms.check' }, async () => {
    const platform = await platformById(id).catch(() => null)
    if (!platform) throw notFound()
    const off: CheckLine[] = platform.isActive ? [] : [{ what: 'active', outcome: 'bad', detail: null }]
    return [...off, ...(await Promise.all([checkKeys(platform.jwksUrl), checkDeployments(id), checkToken(platform), checkLaunches(id)]))]
  })

async function checkKeys(url: string | null): Promise<CheckLine> {
  if (!url) return { what: 'keys', outcome: 'good', detail: null }
  try {
    if (!(await readKeySet(url))) throw new PlatformProblem(502, 'no_usable_key')
    return { what: 'keys', outcome: 'good', detail: null }
  } catch (error) {
    if (!(error instanceof PlatformProblem)) throw error
    return { what: 'keys', outcome: 'bad', detail: error.message }
  }
}

async function checkDeployments(platformId: number): Promise<CheckLine> {
  const row = await db.from('lti_deployments').where('platform_id', platformId).count('* as count').first()
  return { what: 'deployments', outcome: Number(row?.count ?? 0) ? 'good' : 'bad', detail: null }
}

/** Whether the platform accepts our signature: a token for grades is requested and not used. */
async function checkToken(platform: Awaited<ReturnType<typeof platformById>>): Promise<CheckLine> {
  try {
    await accessToken(platform, [SCOPE.score], { anew: true })
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
  if (row.outcome === 'opened' || row.outcome === 'link') return { what: 'launches', outcome: 'good', detail: null }
  return { what: 'launches', outcome: 'bad', detail: row.outcome }
}
