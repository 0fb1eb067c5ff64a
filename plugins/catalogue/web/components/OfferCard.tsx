import { Box, Link, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import { onHover } from '#themes/index'
import { useFormat, useT } from '#web/i18n'
import { Icon, ToneChip } from '#web/ui'
import type { OfferView } from '../../server/transformers/catalogue_transformer.js'

/** The price of a course as text. */
export function usePrice() {
  const t = useT()
  const format = useFormat()
  return (cents: number) => (cents ? format.money(cents).replace(/[.,]00(?=\D*$)/, '') : t('catalogue.free'))
}

/** The photo of a course, or a neutral mark without one. */
export function Photo({ photo, tall = false }: { photo: OfferView['photo']; tall?: boolean }) {
  const { brand } = useTheme()
  return (
    <Box
      sx={{
        bgcolor: brand.primary.soft,
        color: 'primary.main',
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        aspectRatio: tall ? '21 / 9' : '16 / 9',
      }}
    >
      {photo ? (
        <Box
          component="img"
          src={photo.url}
          alt=""
          loading="lazy"
          sx={{ width: '100%', height: '100%', objectFit: 'cover', display: 'block' }}
        />
      ) : (
        <Icon name="school" fontSize="large" />
      )}
    </Box>
  )
}

/** A visitor has no requests. */
export type ListedOffer = OfferView & { requested?: boolean }

/** One course; the whole card is its one link. */
export function OfferCard({ offer, to, admin = false }: { offer: ListedOffer; to: string; admin?: boolean }) {
  const t = useT()
  const format = useFormat()
  const price = usePrice()
  return (
    <Paper
      component="article"
      variant="outlined"
      sx={{
        ...{ position: 'relative', display: 'flex', flexDirection: 'column', overflow: 'hidden', height: '100%' },
        ...onHover({ borderColor: 'text.secondary' }),
        '&:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <Photo photo={offer.photo} />
      <Stack sx={{ p: 4, gap: 2, flex: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`catalogue.sector.${offer.sector}`)} · {t(`catalogue.type.${offer.type}`)}
        </Typography>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          <Link
            component={RouterLink}
            to={to}
            preventScrollReset
            underline="none"
            color="inherit"
            sx={{ outline: 'none', '&::after': { content: '""', position: 'absolute', inset: 0 } }}
          >
            {offer.name}
          </Link>
        </Typography>
        <Stack
          direction="row"
          sx={{ mt: 'auto', pt: 2, justifyContent: 'space-between', alignItems: 'baseline', gap: 3, flexWrap: 'wrap' }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {format.minutes(offer.duration_minutes)} · {offer.languages.map((code) => code.toUpperCase()).join(' ')}
          </Typography>
          <Typography sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>{price(offer.price_cents)}</Typography>
        </Stack>
        {offer.requested && (
          <Box>
            <ToneChip tone="warning" icon="waiting" label={t('catalogue.asked')} />
          </Box>
        )}
        {admin && !offer.in_catalogue && (
          <Box>
            <ToneChip tone="neutral" icon="lock" label={t('catalogue.not_shown')} />
          </Box>
        )}
      </Stack>
    </Paper>
  )
}
