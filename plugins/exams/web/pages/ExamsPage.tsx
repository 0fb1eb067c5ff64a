import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { ExamsTable } from '../components/ExamsTable.js'
import { editPath } from '../queries.js'

/** /exams: the definitions of exams. For admins. */
export default function ExamsPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('exams.exams.title')}
        text={t('exams.exams.text')}
        trail={[{ label: t('exams.moments.title'), to: '/exams/momenten' }]}
        action={{ label: t('exams.exams.add'), icon: 'add', to: editPath() }}
      />
      <ExamsTable />
    </>
  )
}
