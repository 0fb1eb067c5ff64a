import db from '@adonisjs/lucid/services/db'
import { ownCompany } from '#core/kit/companies'
import { serviceOf } from '#core/kit/services'
import { bookingService } from '#plugins/booking/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { plainCode } from './codes.js'
import { type KeyRow, KEYS } from './store.js'

/** The code of the demo's first key: the same in every demo, and another one in each company. */
const demoCode = (loginId: string) => plainCode(`DEMO${loginId.toUpperCase().replaceAll(/[^A-Z]/g, '')}23456789ABCDEF`.slice(0, 16))

/** The keys of the demo's booking: one to try, one used by a colleague, and one withdrawn. Idempotent. */
export async function loadDemo({ memberships }: { memberships: readonly number[] }): Promise<void> {
  const keys: KeyRow[] = await db.from(KEYS).orderBy('id').limit(3)
  const bookings = await serviceOf(bookingService)
  const [first, used, withdrawn] = keys
  if (!bookings || !first || !used || !withdrawn || keys.some((key) => key.used_at)) return
  const { loginId } = await ownCompany()
  await db
    .from(KEYS)
    .where('id', first.id)
    .update({ token: demoCode(loginId) })
  await db.from(KEYS).where('id', withdrawn.id).update({ withdrawn_at: new Date() })
  // Somebody who has the course, so that learning's own demo stays the same.
  const open = await (await serviceOf(learningService))?.haveOpen(used.course_id, memberships)
  const by = memberships.find((id) => open?.has(id)) ?? memberships[0]
  if (!by) return
  await db.transaction(async (trx) => {
    await bookings.takeSeat(trx, used.booking_id, by)
    await trx.from(KEYS).where('id', used.id).update({ used_by: by, used_at: new Date() })
  })
}
