import type { TestApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

export const BUYER = {
  ...{ company: 'Noordwind B.V.', contact: 'Crediteuren', contact_email: 'inkoop@buyer.example', invoice_email: 'facturen@buyer.example' },
  ...{ street: 'Kade 1', postal_code: '1976 CA', city: 'IJmuiden', country: 'NL', vat_number: '' },
}

/** A course for all ages that Noordwind pays for by the seat: no contract includes it. */
export async function courseToBuy(app: TestApp, supervisor: TestClient): Promise<{ id: number; price: number }> {
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const offers = (await supervisor.get('/api/booking/offers')).body.data as { id: number; adults_only: boolean; price_cents: number }[]
  const contracts = await app.inCompany('noordwind', () => db.from('contracts_contracts').select('courses'))
  const included = contracts.flatMap(({ courses }: { courses: number[] }) => courses)
  const { id, price_cents: price } = offers.find((one) => !one.adults_only && one.price_cents > 0 && !included.includes(one.id))!
  return { id, price }
}
