import type { HttpContext } from '@adonisjs/core/http'
import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { type EnteredByCode, enterByCode } from '#core/kit/entry'
import { inOpenCompany } from '#core/kit/scope'

/**
 * Signs in a person without an e-mail address on their company's site.
 * @param company login id
 * @throws AppError 404 for an unknown company; 401 wrong_password_or_email; 403 password_not_used; 429 too_many_attempts
 */
export async function signInByNumber(
  ctx: HttpContext,
  { company, number, code }: { company: string; number: string; code: string },
): Promise<EnteredByCode> {
  const entered = await inOpenCompany({ plugin: 'people', company }, async () => {
    const known: { membership_id: number } | null = await db
      .from('people_work')
      .whereRaw('lower(personnel_number) = lower(?)', [number])
      .select('membership_id')
      .first()
    return enterByCode(ctx, { membershipId: known?.membership_id ?? null, name: number }, code)
  })
  if (!entered) throw notFound()
  return entered
}
