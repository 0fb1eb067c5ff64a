import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { limitCalls } from '#core/kit/calls'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId, inCompanyOfToken } from '#core/kit/scope'
import { platformOf, platformToken } from './platforms.js'

/** Limit of logged refusals per network, so that forged launches in a loop do not fill the table. */
export const REFUSED = { requests: 300, duration: '10 mins' } as const

interface Noted {
  platformId: number | null
  /** The system, when no platform sent them. */
  source?: string
  membershipId?: number | null
  message: string
  outcome: string
  detail?: string | null
}

/** Logs a refused launch, unless its network sends them by the hundred. */
export async function logRefusal(ip: string, row: Noted): Promise<void> {
  try {
    await limitCalls('lti.refused', { ip }, REFUSED)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return
    throw error
  }
  await logLaunch(row)
}

/**
 * Logs an unknown deployment with the company that has its platform: usually it was not entered yet. When several companies have that
 * platform, nobody knows whose it is, and no company may read about another's.
 */
export async function recordUnknownDeployment(
  ip: string,
  { issuer, clientId, deployment }: { issuer: string; clientId: string; deployment: string },
): Promise<void> {
  const lookup = { plugin: 'lti', table: 'lti_platforms', token: platformToken(issuer, clientId), alone: true }
  await inCompanyOfToken(lookup, async () => {
    const platform = await platformOf(issuer, clientId)
    if (platform) await logRefusal(ip, { platformId: platform.id, message: '', outcome: 'deployment_unknown', detail: deployment })
  }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 404) throw error
  })
}

/** Logs the outcome of a launch for the administrator of the platform. */
export async function logLaunch(row: Noted): Promise<void> {
  await preparedQuery(
    db,
    'lti_note_launch',
    `insert into lti_launches (company_id, platform_id, membership_id, source, message, outcome, detail) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      currentCompanyId(),
      row.platformId,
      row.membershipId ?? null,
      row.source ?? null,
      row.message,
      row.outcome,
      row.detail?.slice(0, 300) ?? null,
    ],
  )
}

/** The nightly job: deletes expired rows. */
export async function deleteOldLaunches(): Promise<void> {
  await db.rawQuery(`delete from lti_launches where company_id = ? and created_at < now() - interval '90 days'`, [currentCompanyId()])
  await db.rawQuery(`delete from lti_nonces where company_id = ? and expires_at < now()`, [currentCompanyId()])
}
