import { defineService } from '#core/contract/services'

/** In the scope of a company. */
export interface SupportService {
  /** The company's own support address (setting `address`); null: it uses the platform's. */
  ownAddress(): Promise<string | null>
}
export const supportService = defineService<SupportService>('support.service')
