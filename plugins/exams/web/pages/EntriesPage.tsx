import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { EntriesTable } from '../components/EntriesTable.js'

/** /exams/aanmeldingen: entries for exams and their results. */
export default function EntriesPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('exams.entries.title')}
        text={t('exams.entries.text')}
        trail={[{ label: t('exams.moments.title'), to: '/exams/momenten' }]}
      />
      <EntriesTable />
    </>
  )
}
