import { useT } from '#web/i18n'
import { EmptyState, PageHeader, SlotTabs } from '#web/ui'
import { administrationTabSlot } from '../../contract/index.js'

/** /administratie: what the plugins that are on let this person administer, each under a tab. */
export default function AdministrationPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('administration.title')} text={t('administration.text')} />
      <SlotTabs
        slot={administrationTabSlot}
        with={{ isTab: true }}
        label={t('administration.title')}
        param="tab"
        // Which company an admin looks at.
        keep={['id']}
        empty={<EmptyState icon="receipt" title={t('administration.empty_title')} text={t('administration.empty_text')} />}
      />
    </>
  )
}
