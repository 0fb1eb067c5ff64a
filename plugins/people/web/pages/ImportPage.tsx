import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import { PageHeader } from '#web/ui'
import PeopleFile from '../components/PeopleFile.js'

/** /deelnemers/importeren: adds many people from a file. First shows what would happen, then adds the good lines on request. */
export default function ImportPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('people.import.title')}
        text={t('people.import.text')}
        trail={[{ label: t('people.participants.title'), to: '/deelnemers' }]}
      />
      <ChosenCompany
        from="/api/people/companies"
        label={t('people.import.company')}
        choose={{ title: t('people.add.choose_company'), text: t('people.import.text') }}
      >
        {(company, isAdmin) => <PeopleFile key={company} target="people" company={isAdmin ? company : ''} />}
      </ChosenCompany>
    </>
  )
}
