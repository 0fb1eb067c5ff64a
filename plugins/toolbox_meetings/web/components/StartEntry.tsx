import { useNavigate } from 'react-router'
import { useT } from '#web/i18n'
import { QuickAction } from '#web/ui'

/** The entry in the "+" menu of the bar, for a foreman with a phone. */
export default function StartEntry({ close }: { close: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  return (
    <QuickAction
      icon="tools"
      label={t('toolbox_meetings.command.create')}
      close={close}
      onChoose={() => void navigate('/toolboxmeetings/nieuw')}
    />
  )
}
