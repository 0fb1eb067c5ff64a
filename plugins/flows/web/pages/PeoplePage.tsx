import { useT } from '#web/i18n'
import { PageHeader } from '#web/ui'
import { PeopleTable } from '../components/PeopleTable.js'
import { flowsPath } from '../paths.js'

/** /flows/deelnemers: everybody in every flow; the dashboard links here with a filter for stuck people. */
export default function PeoplePage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('flows.people.title')} trail={[{ label: t('flows.title'), to: flowsPath() }]} />
      <PeopleTable flow={null} />
    </>
  )
}
