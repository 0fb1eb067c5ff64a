import { settingsOf } from '#core/kit/settings'
import type { SupportService } from '../../contract/index.js'
import { supportSettings } from '../../settings.js'

export const service: SupportService = {
  ownAddress: async () => (await settingsOf(supportSettings)).address || null,
}
