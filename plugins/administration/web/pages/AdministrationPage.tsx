import { isAdminRole } from '#core/contract/roles'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { EmptyState, PageHeader, SlotTabs } from '#web/ui'
import { administrationTabSlot } from '../../contract/index.js'

/** /administratie: the tabs that the enabled plugins offer to this person. */
export default function AdministrationPage() {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  return (
    <>
      <PageHeader title={t('administration.title')} text={t(admin ? 'administration.text_admin' : 'administration.text')} />
      <SlotTabs
        slot={administrationTabSlot}
        with={{ isTab: true }}
        label={t('administration.title')}
        param="tab"
        // The company that an admin selected.
        keep={['id']}
        empty={
          <EmptyState
            icon="receipt"
            title={t('administration.empty_title')}
            text={t(admin ? 'administration.empty_text_admin' : 'administration.empty_text')}
          />
        }
      />
    </>
  )
}
