import { Link, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { QrCode, Section } from '#web/ui'
import type { MeetingDetail } from '../../server/transformers/meetings.js'

/** The QR code that people scan to sign with their own account. */
export function SignCode({ meeting: { link, qr, topic } }: { meeting: MeetingDetail }) {
  const t = useT()
  if (!link || !qr) return null
  return (
    <Section title={t('toolbox_meetings.code.title')} text={t('toolbox_meetings.code.text')}>
      <Stack sx={{ gap: 3, alignItems: 'center' }}>
        <QrCode qr={qr} label={t('toolbox_meetings.code.alt', { topic })} width="min(280px, 70vw)" />
        <Link href={link} sx={{ overflowWrap: 'anywhere', textAlign: 'center' }}>
          {link}
        </Link>
      </Stack>
    </Section>
  )
}
