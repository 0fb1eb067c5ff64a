import { Box } from '@mui/material'
import { useLocation } from 'react-router'
import type { ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState, Pager } from '#web/ui'
import { type ListedOffer, OfferCard } from './OfferCard.js'
import type { useOfferState } from './OfferFilters.js'

interface OfferGridProps {
  query: {
    data?: { data: ListedOffer[]; meta: { total: number; more?: boolean } } | undefined
    error: ApiError | null
    refetch: () => unknown
  }
  state: ReturnType<typeof useOfferState>
  admin?: boolean
  /** The page shows the total. */
  isTold?: boolean
}

/** The cards of a page, and what to do when there are none. */
export function OfferGrid({ query, state, admin = false, isTold = false }: OfferGridProps) {
  const t = useT()
  const { search } = useLocation()
  const to = (id: number) => {
    const next = new URLSearchParams(search)
    next.set('training', String(id))
    return `?${next}`
  }
  if (!query.data) {
    if (query.error)
      return <ErrorState error={query.error} part="catalogue" title={t('catalogue.failed')} onRetry={() => void query.refetch()} />
    return <LoadingState shape="cards" count={6} />
  }
  const { data, meta } = query.data
  if (!data.length)
    return (
      <EmptyState
        icon="search"
        title={t(state.narrowed ? 'catalogue.none_found' : 'catalogue.empty')}
        text={t(state.narrowed ? 'catalogue.none_found_text' : 'catalogue.empty_text')}
      />
    )
  return (
    <>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 4,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
        }}
      >
        {data.map((offer) => (
          <li key={offer.id}>
            <OfferCard offer={offer} to={to(offer.id)} admin={admin} />
          </li>
        ))}
      </Box>
      <Pager state={state} total={meta.total} more={meta.more ?? false} isTold={isTold} />
    </>
  )
}
