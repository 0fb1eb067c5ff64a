import { Alert, AlertTitle } from '@mui/material'
import { useMemo } from 'react'
import { api, useApiQuery, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, LoadingState, useList, usePanelParam } from '#web/ui'
import type { Mail } from '../../server/transformers/mail_transformer.js'
import { MailPanel } from './MailPanel.js'
import { MailStatus } from './MailStatus.js'
import { Uncertain } from './Uncertain.js'

const STATUSES: Mail['status'][] = ['waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain', 'left', 'bounced', 'held']
const rowId = (row: Mail) => row.id

const looksOf = (withStatus: boolean, platform: string): Record<string, ColumnLook<Mail>> => ({
  subject: { card: 'title', flex: 1.6, minWidth: 220 },
  to: { value: (row) => `${row.to_name} (${row.to_email})`, flex: 1.3, minWidth: 200 },
  company: { value: (row) => row.company ?? platform },
  // Without a mail server it would be the same on every line.
  status: { render: (row) => <MailStatus status={row.status} />, hidden: !withStatus, card: withStatus ? 'badge' : 'none', minWidth: 190 },
  created_at: { minWidth: 150 },
})

/** The sent mails and the waiting ones. */
export function Outbox() {
  const t = useT()
  const summary = useApiQuery(['mails', 'summary'], () => api.mails.outbox.summary({}))
  const { counts, delivers = true } = summary.data?.data ?? {}
  // Also without a server there may be mails that an earlier one sent.
  const differ = delivers || (counts && STATUSES.some((status) => status !== 'kept' && counts[status] > 0)) || false
  const looks = useMemo(() => looksOf(differ, t('mails.platform')), [differ, t])
  const panel = usePanelParam('mail')
  const list = useList<Mail>({
    id: differ ? 'mails.outbox' : 'mails.outbox.kept',
    part: 'mails',
    path: '/api/mails',
    load: (query) => api.mails.outbox.index(withQuery(query)),
    looks,
  })
  // The number of each is beside its name; without a mail server there is nothing to select.
  const filters = list.table.filters?.flatMap((filter) => {
    if (filter.key !== 'status') return [filter]
    if (!differ) return []
    const count = (status: string) => counts?.[status as Mail['status']] ?? 0
    return [
      {
        ...filter,
        options: filter.options.map(({ value, label }) => ({
          value,
          label: t('mails.status_count', { status: label, count: count(value) }),
        })),
      },
    ]
  })
  // The text above the list, and its columns, are known only then.
  if (summary.isPending) return <LoadingState shape="rows" count={8} />
  return (
    <>
      {!delivers && (
        <Alert severity="info" sx={{ mb: 5 }}>
          <AlertTitle>{t('mails.no_server.title')}</AlertTitle>
          {t('mails.no_server.text', { count: counts?.kept ?? 0 })}
        </Alert>
      )}
      <Uncertain count={counts?.uncertain ?? 0} />
      <DataTable<Mail>
        {...list.table}
        filters={filters}
        label={t('mails.outbox.title')}
        rowId={rowId}
        searchLabel={t('mails.outbox.search')}
        onRowClick={(row) => panel.open(row.id)}
        openRow={panel.value}
        rowLabel={(row) => t('mails.outbox.open', { subject: row.subject })}
        empty={<EmptyState icon="mails" title={t('mails.outbox.empty_title')} text={t('mails.outbox.empty_text')} />}
      />
      <MailPanel id={panel.value} delivers={delivers} onClose={panel.close} />
    </>
  )
}
