import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { QuickAction } from '#web/ui'

/** The booking entry in the "+" menu of the bar. */
export default function BookEntry({ close }: { close: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return <QuickAction icon="calendar_check" label={t('booking.nav.book')} close={close} onChoose={() => void navigate('/intern/booking')} />
}
