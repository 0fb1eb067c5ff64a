import { sellerNow, writeSeller } from './seller.js'

/** The seller of the demo. */
export async function loadPlatform(): Promise<void> {
  if (await sellerNow()) return
  await writeSeller({
    name: 'Trainingsplatform B.V.',
    street: 'Stationsplein 12',
    postalCode: '3511 ED',
    city: 'Utrecht',
    country: 'NL',
    vatNumber: 'NL123456789B13',
    registrationNumber: '30123456',
    iban: 'NL91 ABNA 0417 1643 00',
    bic: 'ABNANL2A',
    email: 'administratie@platform.example',
    crkboSince: '2025-03-01',
  })
}
