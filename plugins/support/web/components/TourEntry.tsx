import { useSetAtom } from 'jotai'
import { useT } from '#web/i18n'
import { MenuEntry } from '#web/shell'
import { tourAtom } from '../asking.js'

/** In the profile menu of supervisors. */
export default function TourEntry({ close }: { close: () => void }) {
  const t = useT()
  const start = useSetAtom(tourAtom)
  return (
    <MenuEntry
      icon="tour"
      label={t('support.tour.start')}
      onClick={() => {
        close()
        start((times) => times + 1)
      }}
    />
  )
}
