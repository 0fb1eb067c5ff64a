import { Stack, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery, withQuery } from '#web/api'
import { languageName, useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import {
  check,
  type ColumnLook,
  DataTable,
  EmptyState,
  FactList,
  Form,
  FormActions,
  PageHeader,
  PanelPart,
  SelectInput,
  SidePanel,
  StatusChip,
  TextInput,
  useList,
  useToast,
} from '#web/ui'
import type { LineView } from '../../server/transformers/places.js'
import { placeStatuses } from '../../statuses.js'

const rowId = (row: LineView) => row.id

/** /wachtlijst: the people who wait for each exam; moving one needs a reason, which is recorded in the history. */
export default function ListPage() {
  const t = useT()
  const format = useFormat()
  const admin = isAdminRole(useUser().user_role)
  const [open, setOpen] = useState<LineView | null>(null)
  const looks = useMemo<Record<string, ColumnLook<LineView>>>(
    () => ({
      name: { card: 'title', flex: 1.3, minWidth: 160 },
      course: { flex: 1.6, minWidth: 180 },
      city: { minWidth: 110 },
      language: { minWidth: 110, card: 'none', value: (row) => languageName(row.language) },
      month: { minWidth: 130, value: (row) => format.month(row.month) },
      place: { minWidth: 140, flex: 0.5 },
      status: { card: 'badge', minWidth: 150, render: (row) => <StatusChip of={placeStatuses} status={row.status} /> },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 120 },
    }),
    [format, admin],
  )
  const list = useList<LineView>({
    id: 'waiting_list.places',
    part: 'waiting_list',
    path: '/api/waiting_list/line',
    load: (query) => api.waitingList.line.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader title={t('waiting_list.list.title')} text={t('waiting_list.list.text')} />
      <DataTable<LineView>
        {...list.table}
        label={t('waiting_list.list.title')}
        rowId={rowId}
        searchLabel={t('waiting_list.list.search')}
        onRowClick={setOpen}
        rowLabel={(row) => t('waiting_list.list.open', { name: row.name })}
        empty={<EmptyState icon="waiting" title={t('waiting_list.list.empty')} text={t('waiting_list.list.empty_text')} />}
      />
      <SidePanel
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open?.name ?? ''}
        {...(open && { subtitle: <StatusChip of={placeStatuses} status={open.status} /> })}
      >
        {open && <Panel key={`${open.id}${open.status}${open.place}`} place={open} onChanged={setOpen} />}
      </SidePanel>
    </>
  )
}

function Panel({ place, onChanged }: { place: LineView; onChanged: (place: LineView) => void }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const history = useApiQuery(['waiting_list', 'history', place.id, place.status, place.place], () =>
    api.waitingList.line.history({ params: { id: place.id } }),
  )
  const actions =
    place.status === 'waiting'
      ? ['first', 'up', 'down', 'remove']
      : ['unconfirmed', 'offered', 'accepted'].includes(place.status)
        ? ['remove']
        : []
  return (
    <Stack sx={{ gap: 5 }}>
      <FactList
        facts={[
          { label: t('waiting_list.field.email'), value: place.email },
          { label: t('waiting_list.field.course'), value: place.course },
          { label: t('waiting_list.field.city'), value: place.city },
          { label: t('waiting_list.field.month'), value: format.month(place.month) },
          ...(place.place ? [{ label: t('waiting_list.field.place'), value: String(place.place) }] : []),
          ...(place.moment_starts_at
            ? [{ label: t('waiting_list.field.moment'), value: format.platformTime(place.moment_starts_at) }]
            : []),
          ...(place.status === 'offered' && place.offer_until
            ? [{ label: t('waiting_list.field.until'), value: format.platformTime(place.offer_until) }]
            : []),
        ]}
      />
      {actions.length > 0 && (
        <PanelPart title={t('waiting_list.act.title')}>
          <Form
            part="waiting_list"
            guard={false}
            initialValues={{ action: '', reason: '' }}
            validate={(values) => [check.required(values, 'action'), check.required(values, 'reason')]}
            onSubmit={({ action, reason }) =>
              action === 'remove'
                ? api.waitingList.line.remove({ params: { id: place.id }, body: { reason } })
                : api.waitingList.line.move({ params: { id: place.id }, body: { to: action as 'up', reason } })
            }
            onSuccess={({ data }) => {
              toast.success(t('waiting_list.act.done', { name: data.name }))
              void queryClient.invalidateQueries()
              onChanged(data)
            }}
          >
            <SelectInput
              name="action"
              label={t('waiting_list.act.what')}
              required
              options={actions.map((value) => ({ value, label: t(`waiting_list.act.${value}`) }))}
            />
            <TextInput
              name="reason"
              label={t('waiting_list.field.reason')}
              required
              maxLength={300}
              help={t('waiting_list.act.reason_help')}
            />
            <FormActions submitLabel={t('core.actions.save')} />
          </Form>
        </PanelPart>
      )}
      <PanelPart title={t('waiting_list.history')}>
        <Stack component="ol" sx={{ listStyle: 'none', m: 0, p: 0, gap: 3 }}>
          {(history.data?.data ?? []).map((one) => (
            <li key={one.id}>
              <Typography sx={{ fontWeight: 550 }}>{t(`waiting_list.did.${one.action}`)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[format.dateTime(one.at), one.by].filter(Boolean).join(' · ')}
              </Typography>
              {one.reason && <Typography variant="body2">{one.reason}</Typography>}
            </li>
          ))}
        </Stack>
      </PanelPart>
    </Stack>
  )
}
