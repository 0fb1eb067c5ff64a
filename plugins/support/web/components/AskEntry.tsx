import { useSetAtom } from 'jotai'
import { useT } from '#web/i18n'
import { QuickAction } from '#web/ui'
import { askingAtom } from '../asking.js'

/** In the "+" of the bar: opens the form. */
export default function AskEntry({ close }: { close: () => void }) {
  const t = useT()
  const open = useSetAtom(askingAtom)
  return <QuickAction icon="support" label={t('support.ask.title')} close={close} onChoose={() => open(true)} />
}
