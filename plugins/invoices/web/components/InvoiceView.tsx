import { Box, Button, Divider, Link, Stack, Typography } from '@mui/material'
import { can } from '#core/contract/access'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useAllowed } from '#web/session'
import { ErrorState, FactList, Icon, LoadingState, SidePanel, StatusChip, useConfirm, useToast } from '#web/ui'
import { invoiceStatuses } from '../../contract/index.js'
import type { InvoiceDetail } from '../../server/transformers/invoice_transformer.js'

interface InvoiceViewProps {
  id: string
  onClose: () => void
  onOpen: (id: string) => void
}

/** One invoice: its subject, its amounts, its files. */
export function InvoiceView({ id, onClose, onOpen }: InvoiceViewProps) {
  const t = useT()
  const query = useApiQuery(['invoices', 'invoice', id], () => api.invoices.invoices.show({ params: { id } }))
  const invoice = query.data?.data
  return (
    <SidePanel
      open
      onClose={onClose}
      width={560}
      title={invoice ? `${t(`invoices.kind.${invoice.kind}`)} ${invoice.number}` : t('invoices.list.title')}
      {...(invoice && { subtitle: <StatusChip of={invoiceStatuses} status={invoice.status} />, actions: <Actions invoice={invoice} /> })}
    >
      {query.error && (
        <ErrorState error={query.error} part="invoices" title={t('invoices.viewer.failed')} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingState shape="rows" count={6} />}
      {invoice && <Paper invoice={invoice} onOpen={onOpen} />}
    </SidePanel>
  )
}

function Actions({ invoice }: { invoice: InvoiceDetail }) {
  const t = useT()
  const format = useFormat()
  const confirm = useConfirm()
  const toast = useToast()
  const manages = useAllowed(can('invoices.manage'))
  const paid = useApiMutation(() => api.invoices.invoices.paid({ params: { id: invoice.id } }), {
    onSuccess: () => {
      toast.success(t('invoices.viewer.paid_done', { number: invoice.number }))
      void queryClient.invalidateQueries({ queryKey: ['invoices'] })
      void queryClient.invalidateQueries()
    },
  })
  const markPaid = async () => {
    const text = t('invoices.viewer.paid_ask', { total: format.money(invoice.open_cents), number: invoice.number })
    if (await confirm({ title: t('invoices.viewer.paid'), text, confirmLabel: t('invoices.viewer.paid') })) paid.mutate(undefined)
  }
  const base = `/api/invoices/invoices/${invoice.id}`
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      <Button variant="contained" component="a" href={`${base}/pdf`} target="_blank" rel="noopener" startIcon={<Icon name="document" />}>
        {t('invoices.viewer.pdf')}
      </Button>
      <Button variant="outlined" component="a" href={`${base}/ubl`} download startIcon={<Icon name="download" />}>
        {t('invoices.viewer.ubl')}
      </Button>
      {manages && ['open', 'overdue'].includes(invoice.status) && (
        <Button variant="outlined" loading={paid.isPending} onClick={() => void markPaid()}>
          {t('invoices.viewer.paid')}
        </Button>
      )}
    </Stack>
  )
}

const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

function Paper({ invoice, onOpen }: { invoice: InvoiceDetail; onOpen: (id: string) => void }) {
  const t = useT()
  const format = useFormat()
  const { to } = invoice
  const sum = (label: string, cents: number, strong = false) => (
    <Stack direction="row" key={label} sx={{ justifyContent: 'space-between', gap: 3 }}>
      <Typography variant="body2" sx={{ fontWeight: strong ? 650 : 400 }}>
        {label}
      </Typography>
      <Typography variant="body2" sx={{ ...figures, fontWeight: strong ? 650 : 400 }}>
        {format.money(cents)}
      </Typography>
    </Stack>
  )
  return (
    <Stack sx={{ gap: 5 }}>
      <FactList
        facts={[
          {
            label: t('invoices.column.buyer'),
            value: [to.company, to.street, `${to.postalCode} ${to.city}`].filter((part) => part.trim()).join(', '),
          },
          { label: t('invoices.column.issued_on'), value: format.day(invoice.issued_on) },
          ...(invoice.kind === 'invoice' ? [{ label: t('invoices.column.due_on'), value: format.day(invoice.due_on) }] : []),
          ...(invoice.order_number ? [{ label: t('invoices.column.order_number'), value: invoice.order_number }] : []),
          ...(invoice.paid_at ? [{ label: t('invoices.column.paid_at'), value: format.date(invoice.paid_at) }] : []),
        ]}
      />
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
        {invoice.lines.map((line, index) => (
          <Stack component="li" key={`${line.text}-${index}`} direction="row" sx={{ gap: 3, justifyContent: 'space-between' }}>
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="body2">{line.text}</Typography>
              {line.people.length > 0 && (
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {format.list(line.people)}
                </Typography>
              )}
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {`${line.quantity} × ${format.money(line.unit_cents)}`}
              </Typography>
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                {line.reason}
              </Typography>
            </Box>
            <Typography variant="body2" sx={figures}>
              {format.money(line.cents)}
            </Typography>
          </Stack>
        ))}
      </Stack>
      <Stack sx={{ gap: 2 }}>
        <Divider />
        {sum(t('invoices.viewer.subtotal'), invoice.net_cents)}
        {invoice.vat.map(({ rate, cents, reason }) => (
          <div key={reason}>
            {sum(t('invoices.viewer.vat', { rate: format.number(rate / 100) }), cents)}
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {reason}
            </Typography>
          </div>
        ))}
        <Divider />
        {sum(t('invoices.viewer.total'), invoice.total_cents, true)}
      </Stack>
      {invoice.credits.length > 0 && (
        <Stack sx={{ gap: 2 }}>
          <Typography variant="h3">{t('invoices.viewer.credits')}</Typography>
          {invoice.credits.map((credit) => (
            <Stack direction="row" key={credit.id} sx={{ justifyContent: 'space-between', gap: 3 }}>
              <Link component="button" type="button" onClick={() => onOpen(String(credit.id))}>
                {credit.number}
              </Link>
              <Typography variant="body2" sx={figures}>
                {format.money(credit.total_cents)}
              </Typography>
            </Stack>
          ))}
          {!invoice.paid_at && sum(t('invoices.column.open'), invoice.open_cents, true)}
        </Stack>
      )}
      {invoice.of && (
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 3, flexWrap: 'wrap' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(invoice.settled_with ? 'invoices.viewer.settled' : 'invoices.viewer.of', { number: invoice.of.number })}
          </Typography>
          <Link component="button" type="button" onClick={() => onOpen(String(invoice.of!.id))}>
            {t('invoices.list.open', { number: invoice.of.number })}
          </Link>
        </Stack>
      )}
    </Stack>
  )
}
