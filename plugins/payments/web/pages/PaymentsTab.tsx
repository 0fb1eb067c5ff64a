import { Stack, Typography } from '@mui/material'
import { useMemo } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, useApiMutation, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import { type ColumnLook, DataTable, EmptyState, StatusChip, useList, useToast } from '#web/ui'
import type { PaymentView } from '../../server/transformers/payment_transformer.js'
import { paymentStatuses } from '../../statuses.js'

const rowId = (row: PaymentView) => row.id

/** A tab of /administratie: paid, unpaid and refunded card payments. */
export default function PaymentsTab() {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const admin = isAdminRole(useUser().user_role)
  const looks = useMemo<Record<string, ColumnLook<PaymentView>>>(
    () => ({
      description: { card: 'title', flex: 1.6, minWidth: 220 },
      company: { hidden: !admin, minWidth: 130 },
      amount: { value: (row) => format.money(row.amount_cents), align: 'right', minWidth: 110 },
      refunded: { value: (row) => (row.refunded_cents ? format.money(row.refunded_cents) : ''), align: 'right', minWidth: 120 },
      state: {
        render: (row) => (
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <StatusChip of={paymentStatuses} status={row.state} />
            {row.refund_refused && <Typography variant="caption">{t('payments.refund_again.refused')}</Typography>}
            {row.differs && row.received_cents !== null && (
              <Typography variant="caption">{t('payments.differs', { amount: format.money(row.received_cents) })}</Typography>
            )}
          </Stack>
        ),
        card: 'badge',
        minWidth: 140,
      },
      created_at: { minWidth: 150 },
      paid_at: { minWidth: 150 },
    }),
    [t, format, admin],
  )
  const list = useList<PaymentView>({
    id: 'payments.payments',
    part: 'payments',
    path: '/api/payments/payments',
    load: (query) => api.payments.payments.index(withQuery(query)),
    looks,
  })
  const compare = useApiMutation((id: number) => api.payments.payments.compare({ params: { id } }), {
    refresh: [['payments']],
    onSuccess: ({ data }) => toast.success(t('payments.compare.done', { state: t(`payments.status.${data.state ?? 'open'}`) })),
  })
  return (
    <DataTable<PaymentView>
      {...list.table}
      label={t('payments.list.title')}
      rowId={rowId}
      searchLabel={t('payments.list.search')}
      rowActions={(row) => [
        ...(row.paid_at ? [] : [{ icon: 'busy' as const, label: t('payments.compare.ask'), onRun: () => compare.mutate(row.id) }]),
        ...(admin && row.refund_refused ? list.actOn(row.id, 'payments.refund_again') : []),
      ]}
      empty={<EmptyState icon="table" title={t('payments.list.empty_title')} text={t('payments.list.empty_text')} />}
    />
  )
}
