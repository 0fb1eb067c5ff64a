import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'

/** Tolerance for the clocks of other systems. */
const KEPT_MS = 20 * 60_000

/** Uses a one-time value: of two concurrent requests one succeeds, by a unique row. @returns false for a used one */
export async function consumeNonce(nonce: string, until: Date, client: typeof db | TransactionClientContract = db): Promise<boolean> {
  const expiresAt = new Date(Math.max(until.getTime(), Date.now()) + KEPT_MS)
  const used = await preparedQuery(client, 'lti_use_up', USE_UP, [currentCompanyId(), nonce, expiresAt])
  return used.length > 0
}

const USE_UP = `insert into lti_nonces (company_id, nonce, expires_at) values ($1, $2, $3) on conflict do nothing returning id`
