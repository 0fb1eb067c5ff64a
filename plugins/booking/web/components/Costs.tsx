import { Box, Divider, Paper, Stack, Typography, useMediaQuery } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import type { Costs as CostsView } from '../../server/transformers/booking_transformer.js'

function Row({ label, amount, note, strong = false }: { label: string; amount: string; note?: string; strong?: boolean }) {
  return (
    <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'baseline' }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="body2"
          component="div"
          sx={{ fontWeight: strong ? 650 : 400, color: strong ? 'text.primary' : 'text.secondary' }}
        >
          {label}
        </Typography>
        {note && (
          <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
        )}
      </Box>
      <Typography
        variant={strong ? 'h3' : 'body2'}
        component="div"
        sx={{ m: 0, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', fontWeight: strong ? 650 : 450 }}
      >
        {amount}
      </Typography>
    </Stack>
  )
}

/** The cost overview of specification, section 3: users, release, price, transaction costs, cancellation costs, subtotal, VAT, total. */
export function Costs({ costs }: { costs: CostsView }) {
  const t = useT()
  const format = useFormat()
  const multiple = (quantity: number, cents: number) => (quantity > 1 ? `${quantity} × ${format.money(cents)}` : undefined)
  return (
    <Stack sx={{ gap: 2 }}>
      <Row label={t('booking.costs.users')} amount={format.number(costs.users)} />
      {costs.lines.map(({ key, quantity, unit_cents: unit, cents }, index) => {
        const note = multiple(quantity, unit)
        return <Row key={`${key}-${index}`} label={t(`booking.line.${key}`)} amount={format.money(cents)} {...(note && { note })} />
      })}
      <Divider />
      <Row label={t('booking.costs.subtotal')} amount={format.money(costs.net_cents)} />
      {costs.vat.map(({ rate, reason, country, cents }) => (
        <Row
          key={`${reason}-${rate}-${country}`}
          label={t('booking.costs.vat', { rate: format.number(rate / 100) })}
          amount={format.money(cents)}
          {...(reason !== 'standard' && { note: t(`booking.costs.reason.${reason}`, { country }) })}
        />
      ))}
      <Divider />
      <Row strong label={t('booking.costs.total')} amount={format.money(costs.total_cents)} />
    </Stack>
  )
}

interface CostsPanelProps {
  costs: CostsView | undefined
  discountCents: number
  contract: string | null
  /** The amount that the booking link takes off; null when there is none. */
  savedCents: number | null
}

/** The cost overview that is always visible beside the wizard. */
export function CostsPanel({ costs, discountCents, contract, savedCents }: CostsPanelProps) {
  const t = useT()
  const format = useFormat()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('lg'))
  // Without participants every amount would be zero.
  const hasCosts = Boolean(costs?.users && costs.lines.length)
  const isPast = costs?.lines.some(({ key }) => key === 'contract_extra') ?? false
  const content =
    costs && hasCosts ? (
      <Stack sx={{ gap: 3 }}>
        <Costs costs={costs} />
        {contract && (
          <Typography variant="body2">
            {t(isPast ? 'booking.costs.contract_past' : 'booking.costs.contract', { name: contract })}
          </Typography>
        )}
        {savedCents !== null && (
          <Typography variant="body2">
            {savedCents > 0 ? t('booking.costs.link_saved', { amount: format.money(savedCents) }) : t('booking.costs.link')}
          </Typography>
        )}
        {discountCents < 0 && (
          <Typography variant="body2">{t('booking.costs.discount', { amount: format.money(-discountCents) })}</Typography>
        )}
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('booking.costs.without_vat')}
        </Typography>
      </Stack>
    ) : (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('booking.costs.empty')}
      </Typography>
    )
  const total = format.money(costs?.total_cents ?? 0)
  if (narrow) {
    // One line that is always visible; a tap opens the rest.
    return (
      <Paper variant="outlined" component="details" sx={{ px: 4, '&[open]': { pb: 4 } }}>
        <Box
          component="summary"
          sx={{ cursor: 'pointer', minHeight: 48, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3 }}
        >
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {t('booking.costs.show')}
          </Typography>
          <Typography component="span" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
            {hasCosts ? total : null}
          </Typography>
        </Box>
        {content}
      </Paper>
    )
  }
  return (
    <Paper variant="outlined" component="aside" aria-label={t('booking.costs.title')} sx={{ p: 5 }}>
      <Typography variant="h2" sx={{ mb: 3 }}>
        {t('booking.costs.title')}
      </Typography>
      {content}
    </Paper>
  )
}
