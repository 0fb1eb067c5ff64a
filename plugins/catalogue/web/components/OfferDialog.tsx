import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { ErrorState, FactList, LargeDialog, LoadingState, RichText, SlotOutlet, ToneChip } from '#web/ui'
import { catalogueActionsSlot } from '../../contract/index.js'
import type { OfferDetailView } from '../../server/transformers/catalogue_transformer.js'
import { Photo, usePrice } from './OfferCard.js'

interface OfferDialogProps {
  query: { data?: { data: OfferDetailView } | undefined; error: ApiError | null; refetch: () => unknown }
  onClose: () => void
  /** Replaces the actions that plugins fill in. */
  actions?: ReactNode
}

/** The popup of a course: its content, its result, and its actions. */
export function OfferDialog({ query, onClose, actions }: OfferDialogProps) {
  const t = useT()
  const offer = query.data?.data
  return (
    <LargeDialog title={offer?.name ?? t('catalogue.title')} onClose={onClose}>
      {offer ? (
        <Offer offer={offer} actions={actions ?? <SlotOutlet slot={catalogueActionsSlot} with={{ offer, close: onClose }} />} />
      ) : query.error ? (
        <ErrorState error={query.error} part="catalogue" title={t('catalogue.failed_one')} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState shape="text" count={6} />
      )}
    </LargeDialog>
  )
}

function Offer({ offer, actions }: { offer: OfferDetailView; actions: ReactNode }) {
  const t = useT()
  const format = useFormat()
  const price = usePrice()
  const valid = offer.exam?.valid_months ?? offer.certificate_valid_months
  const gets = [
    offer.type === 'exam'
      ? null
      : t(offer.access_days ? 'catalogue.gets.access' : 'catalogue.gets.access_ever', { days: offer.access_days ?? 0 }),
    offer.exam?.certificate || t('catalogue.gets.certificate'),
    valid ? t('catalogue.gets.valid', { months: valid }) : null,
  ].filter(Boolean)
  return (
    <Stack sx={{ gap: 5 }}>
      <Box sx={{ borderRadius: '8px', overflow: 'hidden' }}>
        <Photo photo={offer.photo} tall />
      </Box>
      <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: { xs: '1fr', md: '1fr 300px' } }}>
        <Stack sx={{ gap: 5, minWidth: 0 }}>
          <RichText html={offer.description} />
          <Stack component="section" sx={{ gap: 2 }}>
            <Typography variant="h3">{t('catalogue.gets.title')}</Typography>
            <Stack component="ul" sx={{ m: 0, pl: 5, gap: 1 }}>
              {gets.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </Stack>
          </Stack>
          {offer.moments.length > 0 && <Moments offer={offer} />}
        </Stack>
        {/* On a phone the price and the actions come before the text. */}
        <Stack sx={{ gap: 4, order: { xs: -1, md: 0 } }}>
          <Box>
            <Typography sx={{ fontSize: '1.5rem', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
              {price(offer.price_cents)}
            </Typography>
            {offer.price_cents > 0 && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('catalogue.without_vat')}
              </Typography>
            )}
          </Box>
          <Stack sx={{ gap: 2 }}>{actions}</Stack>
          <FactList
            facts={[
              { label: t('catalogue.filter.sector'), value: t(`catalogue.sector.${offer.sector}`) },
              { label: t('catalogue.filter.type'), value: t(`catalogue.type.${offer.type}`) },
              { label: t('catalogue.filter.duration'), value: format.minutes(offer.duration_minutes) },
              { label: t('catalogue.filter.language'), value: offer.languages.map((code) => languageName(code)).join(', ') },
              ...(offer.adults_only ? [{ label: t('catalogue.age'), value: t('catalogue.adults_only') }] : []),
            ]}
          />
        </Stack>
      </Box>
    </Stack>
  )
}

function Moments({ offer }: { offer: OfferDetailView }) {
  const t = useT()
  const format = useFormat()
  return (
    <Stack component="section" sx={{ gap: 3 }}>
      <Typography variant="h3">{t('catalogue.moments')}</Typography>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {offer.moments.slice(0, 6).map((moment) => (
          <Stack
            component="li"
            direction="row"
            key={moment.id}
            sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 3, py: 2, borderTop: '1px solid', borderColor: 'divider' }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ fontWeight: 550 }}>{format.platformTime(moment.starts_at)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {moment.city}, {moment.location} · {languageName(moment.language)}
              </Typography>
            </Box>
            <ToneChip
              tone={moment.seats_left ? 'success' : 'warning'}
              icon={moment.seats_left ? 'success' : 'lock'}
              label={moment.seats_left ? t('catalogue.seats', { left: moment.seats_left }) : t('catalogue.full')}
            />
          </Stack>
        ))}
      </Stack>
    </Stack>
  )
}
