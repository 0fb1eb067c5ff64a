import db from '@adonisjs/lucid/services/db'
import { AppError } from '#core/contract/errors'
import { limitCalls } from '#core/kit/calls'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId, inCompanyOfToken } from '#core/kit/scope'
import { platformOf, platformToken } from './platforms.js'

/** Refusals of one network that are noted: whoever sends forged launches in a loop fills no table. */
export const REFUSED = { requests: 300, duration: '10 mins' } as const

interface Noted {
  platformId: number | null
  /** Of which system, where no platform sent them. */
  source?: string
  membershipId?: number | null
  message: string
  outcome: string
  detail?: string | null
}

/** Notes a launch that is refused, as long as its network does not send them by the hundred. */
export async function noteRefusal(ip: string, row: Noted): Promise<void> {
  try {
    await limitCalls('lti.refused', { ip }, REFUSED)
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return
    throw error
  }
  await noteLaunch(row)
}

/**
 * Notes that a deployment is not known, with the company that has its platform: most often it was not filled in yet. Where several have
 * that platform nobody knows whose it is, and no company reads of another's.
 */
export async function noteUnknownDeployment(
  ip: string,
  { issuer, clientId, deployment }: { issuer: string; clientId: string; deployment: string },
): Promise<void> {
  const lookup = { plugin: 'lti', table: 'lti_platforms', token: platformToken(issuer, clientId), alone: true }
  await inCompanyOfToken(lookup, async () => {
    const platform = await platformOf(issuer, clientId)
    if (platform) await noteRefusal(ip, { platformId: platform.id, message: '', outcome: 'deployment_unknown', detail: deployment })
  }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 404) throw error
  })
}

/** What became of a launch, for whoever looks after the platform. */
export async function noteLaunch(row: Noted): Promise<void> {
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

/** The job of each night: what nobody can need any more goes. */
export async function forgetOldLaunches(): Promise<void> {
  await db.rawQuery(`delete from lti_launches where company_id = ? and created_at < now() - interval '90 days'`, [currentCompanyId()])
  await db.rawQuery(`delete from lti_nonces where company_id = ? and expires_at < now()`, [currentCompanyId()])
}
