import { useT } from '#web/i18n'
import { SidePanel, StatusChip } from '#web/ui'
import { examStatuses } from '../../contract/statuses.js'
import type { EntryView } from '../../server/transformers/exams_transformer.js'
import { EntryPanel } from './EntryPanel.js'

/** The panel of one entry; closed when null. `onChange` gets the changed entry, or null when the panel closes. */
export function EntrySidePanel({ entry, onChange }: { entry: EntryView | null; onChange: (entry: EntryView | null) => void }) {
  const t = useT()
  return (
    <SidePanel
      open={entry !== null}
      onClose={() => onChange(null)}
      title={entry?.person || t('exams.nobody')}
      {...(entry && { subtitle: <StatusChip of={examStatuses} status={entry.status} /> })}
    >
      {entry && <EntryPanel entry={entry} onChanged={onChange} />}
    </SidePanel>
  )
}
