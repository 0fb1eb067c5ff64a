import { beforeAll, describe, expect, it } from 'vitest'
import { superuserOfTest } from '#core/testing/superuser'
import { MOVE_FLAGS } from '../migrations/0868_vat_checks.js'
import { admin, app, begin, db, supervisor } from './bookings.js'

// Companies that a setting made exempt from VAT, before the exemption depended on seller and product.

beforeAll(begin)

const url = '/api/booking/vat_checks'

describe('the former VAT flag', () => {
  it('becomes a list for an admin once, and the setting is removed', async () => {
    const superuser = await superuserOfTest()
    try {
      const flag = (login: string, value: string) =>
        superuser.query(
          `insert into core_company_settings (company_id, plugin, chosen)
             select id, 'booking', jsonb_build_object('vat_exempt', $2::boolean, 'exam_price', 210) from core_companies where login_id = $1
           on conflict (company_id, plugin) do update set chosen = core_company_settings.chosen || excluded.chosen`,
          [login, value],
        )
      await flag('noordwind', 'true')
      await flag('bouwmeester', 'false')
      await superuser.query(MOVE_FLAGS)
      const { rows } = await superuser.query(`select chosen from core_company_settings where plugin = 'booking' and chosen ? 'vat_exempt'`)
      expect(rows).toEqual([])
      const kept = await superuser.query(
        `select chosen->'exam_price' as price from core_company_settings where plugin = 'booking' and chosen ? 'exam_price'`,
      )
      expect(kept.rows.map(({ price }) => price)).toEqual([210, 210])
      // A second run finds nothing to move.
      await superuser.query(MOVE_FLAGS)
    } finally {
      await superuser.query(`update core_company_settings set chosen = chosen - 'exam_price' where plugin = 'booking'`)
      await superuser.end()
    }
    const { body } = await admin.get(url)
    // Bouwmeester comes from the demo data.
    expect(body.data.map(({ company }: { company: string }) => company)).toEqual(['Bouwmeester', 'Noordwind'])
  })

  it('can be checked by an admin only, once, and leaves the list', async () => {
    const [row] = (await admin.get(url)).body.data
    expect((await supervisor.get(url)).status).toBe(403)
    expect((await supervisor.post(`${url}/${row.id}/check`)).status).toBe(403)
    expect((await admin.post(`${url}/999999999/check`)).status).toBe(404)
    expect((await admin.post(`${url}/${row.id}/check`)).status).toBe(200)
    expect((await admin.get(url)).body.data).toMatchObject([{ company: 'Noordwind' }])
    const at = () => app.asSystem(async () => (await db.from('booking_vat_checks').where('id', row.id).firstOrFail()).checked_at)
    const first = await at()
    expect((await admin.post(`${url}/${row.id}/check`)).status).toBe(200)
    expect(await at()).toEqual(first)
  })
})
