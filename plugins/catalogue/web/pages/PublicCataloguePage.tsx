import { Box, Button, Stack, Typography } from '@mui/material'
import { Link, useParams } from 'react-router'
import { SECTORS } from '#plugins/learning/contract/offers'
import { api, type QueryOf, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { SectorLinks } from '../components/SectorLinks.js'
import { OfferDialog } from '../components/OfferDialog.js'
import { OfferFilters, useOfferState } from '../components/OfferFilters.js'
import { OfferGrid } from '../components/OfferGrid.js'
import { pageCompany } from '#web/session'
import { CompanyMark } from '#web/shell'
import { SlotOutlet, usePanelParam } from '#web/ui'
import { catalogueActionsSlot } from '../../contract/index.js'

type Query = QueryOf<typeof api.catalogue.public.index>

/** /trainingen/catalogus/webflow/{sector?}: the public catalogue, on its own or in a frame on another site. */
export default function PublicCataloguePage() {
  const t = useT()
  const lang = document.documentElement.lang
  const { sector } = useParams()
  const company = pageCompany()
  const whose = { lang, ...(company && { company }) }
  const state = useOfferState()
  const panel = usePanelParam('training')
  const known = SECTORS.find((one) => one === sector)
  const asked = { ...state.query, ...whose, ...(known && { sector: known }) }
  const query = useApiQuery(['catalogue', 'public', asked], () => api.catalogue.public.index({ query: asked as unknown as Query }), {
    keepPrevious: true,
  })
  return (
    <Box component="article" sx={{ width: '100%', maxWidth: 1200, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 5, md: 8 } }}>
      <CompanyMark height={36} />
      <Stack component="header" sx={{ gap: 3, mt: 5, mb: 5 }}>
        <Typography variant="h1">{known ? t(`catalogue.sector.${known}`) : t('catalogue.title')}</Typography>
        <SectorLinks company={company} chosen={known ?? null} filled={query.data?.sectors} />
      </Stack>
      <OfferFilters state={state} without={known ? ['sector'] : []} />
      <OfferGrid query={query} state={state} />
      {panel.value && <Popup id={panel.value} whose={whose} onClose={panel.close} />}
    </Box>
  )
}

function Popup({ id, whose, onClose }: { id: string; whose: { lang: string; company?: string }; onClose: () => void }) {
  const t = useT()
  const query = useApiQuery(['catalogue', 'public', 'offer', id, whose], () =>
    api.catalogue.public.show({ params: { id }, query: whose as never }),
  )
  const contact = `/booking/${query.data?.data.sector ?? 'training'}/${id}${whose.company ? `?company=${encodeURIComponent(whose.company)}` : ''}`
  return (
    <OfferDialog
      query={query}
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" fullWidth component="a" href={contact} target="_top">
            {t('catalogue.public.contact')}
          </Button>
          {query.data && whose.company && <SlotOutlet slot={catalogueActionsSlot} with={{ offer: query.data.data, close: onClose }} />}
          <Button
            variant="outlined"
            fullWidth
            component={Link}
            to={whose.company ? `/${whose.company}` : '/login'}
            target="_top"
            reloadDocument
          >
            {t('catalogue.public.sign_in')}
          </Button>
        </>
      }
    />
  )
}
