import { useT } from '#web/i18n'
import { FEW_DAYS } from '../training_words.js'
import { TimeMark } from './TimeMark.js'

/** "Nog 3 dagen", emphasised when there are few. */
export function DaysLeft({ days }: { days: number }) {
  const t = useT()
  return (
    <TimeMark tone={days <= FEW_DAYS ? 'warning' : 'neutral'} icon="time" short>
      {t('learning.expires_in', { days })}
    </TimeMark>
  )
}
