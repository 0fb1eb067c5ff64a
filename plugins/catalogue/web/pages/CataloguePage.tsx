import { isAdminRole } from '#core/contract/roles'
import { api, type QueryOf, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { PageHeader, usePanelParam } from '#web/ui'
import { OfferDialog } from '../components/OfferDialog.js'
import { OfferFilters, useOfferState } from '../components/OfferFilters.js'
import { OfferGrid } from '../components/OfferGrid.js'

type Query = QueryOf<typeof api.catalogue.offers.index>

/** /trainingen/catalogus: the available courses; `?training=` opens one. */
export default function CataloguePage() {
  const t = useT()
  const role = useUser().user_role
  const state = useOfferState()
  const panel = usePanelParam('training')
  const query = useApiQuery(['catalogue', 'offers', state.query], () => api.catalogue.offers.index({ query: state.query as Query }), {
    keepPrevious: true,
  })
  return (
    <>
      <PageHeader
        title={t('catalogue.title')}
        // The line has its place before the number is known: nothing below moves.
        text={
          query.data ? t(query.data.meta.more ? 'catalogue.count_more' : 'catalogue.count', { count: query.data.meta.total }) : '\u00a0'
        }
        secondary={role === 'leerling' ? [] : [{ label: t('catalogue.requests.title'), icon: 'checklist', to: '/trainingen/aanvragen' }]}
      />
      <OfferFilters state={state} />
      <OfferGrid query={query} state={state} admin={isAdminRole(role)} isTold />
      {panel.value && <Popup id={panel.value} onClose={panel.close} />}
    </>
  )
}

function Popup({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useApiQuery(['catalogue', 'offer', id], () => api.catalogue.offers.show({ params: { id } }))
  return <OfferDialog query={query} onClose={onClose} />
}
