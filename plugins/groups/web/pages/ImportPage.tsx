import { peopleFileSlot } from '#plugins/people/contract/imports'
import { useT } from '#web/i18n'
import { ChosenCompany } from '#web/shell'
import { PageHeader, SlotOutlet } from '#web/ui'
import { groupsPath } from '../paths.js'

/** /deelnemers/groepen/importeren: puts people in the groups that a file names. */
export default function ImportPage() {
  const t = useT()
  return (
    <>
      <PageHeader
        title={t('groups.import.title')}
        text={t('groups.import.text')}
        trail={[{ label: t('groups.groups.title'), to: groupsPath() }]}
      />
      <ChosenCompany
        from="/api/groups/companies"
        label={t('groups.column.company')}
        choose={{ title: t('groups.import.choose_company'), text: t('groups.import.text') }}
      >
        {(company, isAdmin) => (
          <SlotOutlet key={company} slot={peopleFileSlot} with={{ target: 'members', company: isAdmin ? company : '' }} />
        )}
      </ChosenCompany>
    </>
  )
}
