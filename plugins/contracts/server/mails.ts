import { defineMail } from '#core/contract/plugin'

const sample = {
  contract: 'Raamcontract 2026',
  used: '41',
  limit: '50',
  end: '2026-12-31',
  actionUrl: 'https://platform.example/administratie/contract/?id=1',
}
const load = async (facts: { contractId: number }) => (await import('./services/warnings.js')).warningValues(facts)

/** To the contract's address. */
export const contractMails = [
  defineMail<{ contractId: number }>({ trigger: 'contracts.mail.use', receivedBy: ['beheerder'], load, sample }),
  defineMail<{ contractId: number }>({ trigger: 'contracts.mail.end', receivedBy: ['beheerder'], load, sample }),
]
