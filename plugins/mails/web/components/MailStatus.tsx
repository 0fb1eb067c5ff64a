import { useT } from '#web/i18n'
import { ToneChip, type IconName } from '#web/ui'
import type { Mail } from '../../server/transformers/mail_transformer.js'

const LOOKS = {
  waiting: ['info', 'waiting'],
  sending: ['info', 'waiting'],
  kept: ['neutral', 'mails'],
  sent: ['success', 'success'],
  failed: ['error', 'error'],
  uncertain: ['warning', 'warning'],
  left: ['neutral', 'mails'],
  bounced: ['error', 'error'],
  held: ['warning', 'pause'],
} as const satisfies Record<Mail['status'], readonly [string, IconName]>

/** The status of a mail. */
export function MailStatus({ status }: { status: Mail['status'] }) {
  const t = useT()
  const [tone, icon] = LOOKS[status]
  return <ToneChip tone={tone} icon={icon} label={t(`mails.status.${status}`)} />
}
