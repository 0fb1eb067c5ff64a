import type { ToneName } from '#themes/index'
import type { IconName } from '#web/ui'
import type { CertificateStatus } from '../../contract/index.js'

/** Icon and tone of a status; the text is the message `certificates.status.<status>`. */
export const STATUS_LOOK: Record<CertificateStatus, { icon: IconName; tone: ToneName }> = {
  valid: { icon: 'success', tone: 'success' },
  expired: { icon: 'expired', tone: 'warning' },
  revoked: { icon: 'blocked', tone: 'error' },
}
