import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'

/** However far the clocks of others are off. */
const KEPT_MS = 20 * 60_000

/** Uses something up that works once: of two at the same moment one does, by a unique row. @returns false for one that was used */
export async function useUp(nonce: string, until: Date, client: typeof db | TransactionClientContract = db): Promise<boolean> {
  const expiresAt = new Date(Math.max(until.getTime(), Date.now()) + KEPT_MS)
  const used = await preparedQuery(client, 'lti_use_up', USE_UP, [currentCompanyId(), nonce, expiresAt])
  return used.length > 0
}

const USE_UP = `insert into lti_nonces (company_id, nonce, expires_at) values ($1, $2, $3) on conflict do nothing returning id`
