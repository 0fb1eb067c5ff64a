import { Box, Link, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { Section, StatusChip } from '#web/ui'
import { invoiceStatuses } from '#plugins/invoices/contract/index'
import type { BookingDetail } from '../../server/transformers/booking_transformer.js'

/** The invoices and credit notes of a booking, each with a link, and the amount still to be paid. */
export function Bills({ bills }: { bills: BookingDetail['bills'] }) {
  const t = useT()
  const format = useFormat()
  if (!bills.length) return null
  return (
    <Section title={t('booking.bills.title')}>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {bills.map((bill) => (
          <Stack
            component="li"
            key={bill.id}
            direction="row"
            sx={{ gap: 3, rowGap: 1, flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center' }}
          >
            <Box sx={{ minWidth: 0, flex: '1 1 220px' }}>
              <Link component={RouterLink} to={`/administratie/facturen?id=${bill.id}`} sx={{ fontWeight: 550 }}>
                {`${t(`booking.bills.${bill.kind}`)} ${bill.number}`}
              </Link>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[
                  format.day(bill.issued_on),
                  bill.kind === 'invoice' && t('booking.bills.open', { amount: format.money(bill.open_cents) }),
                  bill.settled_with && t('booking.bills.settled', { number: bill.settled_with }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexShrink: 0 }}>
              <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {format.money(bill.total_cents)}
              </Typography>
              <StatusChip of={invoiceStatuses} status={bill.status} />
            </Stack>
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}
