import { Alert, AlertTitle } from '@mui/material'
import { useMemo } from 'react'
import { api, useApiQuery, type QueryOf } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { DataTable, EmptyState, PageHeader, tableSource, usePanelParam, useTableState, type TableColumn } from '#web/ui'
import type { Mail } from '../../server/transformers/mail_transformer.js'
import { MailPanel } from '../components/MailPanel.js'
import { MailStatus } from '../components/MailStatus.js'

type Query = QueryOf<typeof api.mails.outbox.index>
const STATUSES: Mail['status'][] = ['waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain']

function useColumns(withStatus: boolean): TableColumn<Mail>[] {
  const t = useT()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'subject',
        label: t('mails.column.subject'),
        value: (row) => row.subject,
        sortable: true,
        card: 'title',
        flex: 1.6,
        minWidth: 220,
      },
      {
        key: 'to',
        label: t('mails.column.to'),
        value: (row) => row.to_name,
        render: (row) => `${row.to_name} (${row.to_email})`,
        sortable: true,
        flex: 1.3,
        minWidth: 200,
      },
      { key: 'company', label: t('mails.column.company'), value: (row) => row.company ?? t('mails.platform'), sortable: true },
      {
        key: 'status',
        label: t('mails.column.status'),
        value: (row) => t(`mails.status.${row.status}`),
        render: (row) => <MailStatus status={row.status} />,
        // Without a mail server it would say the same on every line.
        hidden: !withStatus,
        card: withStatus ? 'badge' : 'none',
        minWidth: 190,
      },
      {
        key: 'created_at',
        label: t('mails.column.created_at'),
        value: (row) => format.dateTime(row.created_at),
        sortable: true,
        minWidth: 150,
      },
      { key: 'trigger', label: t('mails.column.trigger'), value: (row) => row.trigger, hidden: true },
    ],
    [t, format, withStatus],
  )
}

/** /mails: what was mailed, and what waits. */
export default function OutboxPage() {
  const t = useT()
  const summary = useApiQuery(['mails', 'summary'], () => api.mails.outbox.summary({}))
  const { counts, delivers = true } = summary.data?.data ?? {}
  // Also without a server there may be mails that one sent before.
  const differ = delivers || (counts && STATUSES.some((status) => status !== 'kept' && counts[status] > 0)) || false
  const columns = useColumns(differ)
  const state = useTableState({ filters: ['status'] })
  const panel = usePanelParam('mail')
  const list = useApiQuery(['mails', 'list', state.query], () => api.mails.outbox.index({ query: state.query as Query }), {
    keepPrevious: true,
  })
  return (
    <>
      <PageHeader title={t('mails.outbox.title')} text={t('mails.outbox.text')} />
      {!delivers && (
        <Alert severity="info" sx={{ mb: 5 }}>
          <AlertTitle>{t('mails.no_server.title')}</AlertTitle>
          {t('mails.no_server.text', { count: counts?.kept ?? 0 })}
        </Alert>
      )}
      <DataTable<Mail>
        id={differ ? 'mails.outbox' : 'mails.outbox.kept'}
        label={t('mails.outbox.title')}
        columns={columns}
        {...tableSource(list, state)}
        rowId={(row) => row.id}
        searchLabel={t('mails.outbox.search')}
        filters={
          differ
            ? [
                {
                  key: 'status',
                  label: t('mails.column.status'),
                  options: STATUSES.map((status) => ({
                    value: status,
                    label: t('mails.status_count', { status: t(`mails.status.${status}`), count: counts?.[status] ?? 0 }),
                  })),
                },
              ]
            : []
        }
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('mails.outbox.open', { subject: row.subject })}
        csv="page"
        part="mails"
        empty={<EmptyState icon="mails" title={t('mails.outbox.empty_title')} text={t('mails.outbox.empty_text')} />}
      />
      <MailPanel id={panel.value} delivers={delivers} onClose={panel.close} />
    </>
  )
}
