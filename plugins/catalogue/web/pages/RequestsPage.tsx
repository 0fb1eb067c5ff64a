import { Alert, Stack } from '@mui/material'
import { useMemo, useState } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { useUser } from '#web/session'
import {
  type ColumnLook,
  DataTable,
  EmptyState,
  FactList,
  Form,
  FormActions,
  PageHeader,
  RadioInput,
  SidePanel,
  StatusChip,
  TextInput,
  useList,
  useToast,
} from '#web/ui'
import type { RequestView } from '../../server/transformers/catalogue_transformer.js'
import { requestStatuses } from '../../statuses.js'
import { usePrice } from '../components/OfferCard.js'

const rowId = (row: RequestView) => row.id

/** /trainingen/aanvragen: the requests of participants; a supervisor grants one, which gives the course, or refuses it. */
export default function RequestsPage() {
  const t = useT()
  const admin = isAdminRole(useUser().user_role)
  const [open, setOpen] = useState<RequestView | null>(null)
  const looks = useMemo<Record<string, ColumnLook<RequestView>>>(
    () => ({
      person: { card: 'title', flex: 1.2, minWidth: 160 },
      course: { flex: 1.6, minWidth: 200 },
      message: { flex: 1.6, minWidth: 180, card: 'none' },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 120 },
      created_at: { minWidth: 150 },
      status: { card: 'badge', minWidth: 130, render: (row) => <StatusChip of={requestStatuses} status={row.status} /> },
    }),
    [admin],
  )
  const companies = useApiQuery(['people', 'companies'], () => api.people.companies.index({}), { enabled: admin, staleTime: 600_000 })
  const choices = useMemo(
    () => ({ company: (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }),
    [companies.data],
  )
  const list = useList<RequestView>({
    id: 'catalogue.requests',
    part: 'catalogue',
    path: '/api/catalogue/requests',
    load: (query) => api.catalogue.requests.index(withQuery(query)),
    looks,
    choices,
  })
  return (
    <>
      <PageHeader
        title={t('catalogue.requests.title')}
        text={t('catalogue.requests.text')}
        trail={[{ label: t('catalogue.title'), to: '/trainingen/catalogus' }]}
      />
      <DataTable<RequestView>
        {...list.table}
        label={t('catalogue.requests.title')}
        rowId={rowId}
        searchLabel={t('catalogue.requests.search')}
        onRowClick={setOpen}
        rowLabel={(row) => t('catalogue.requests.open', { name: row.person, course: row.course })}
        empty={<EmptyState icon="checklist" title={t('catalogue.requests.empty')} text={t('catalogue.requests.empty_text')} />}
      />
      <SidePanel
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open?.person ?? ''}
        {...(open && { subtitle: <StatusChip of={requestStatuses} status={open.status} /> })}
      >
        {open && <Decide request={open} onDone={() => setOpen(null)} />}
      </SidePanel>
    </>
  )
}

function Decide({ request, onDone }: { request: RequestView; onDone: () => void }) {
  const t = useT()
  const format = useFormat()
  const price = usePrice()
  const toast = useToast()
  const about = useApiQuery(['catalogue', 'requests', request.id], () => api.catalogue.requests.about({ params: { id: request.id } }), {
    enabled: request.status === 'open',
  })
  const passedAt = about.data?.data.passed_at
  return (
    <Stack sx={{ gap: 5 }}>
      {passedAt && <Alert severity="info">{t('catalogue.requests.passed', { name: request.person, day: format.date(passedAt) })}</Alert>}
      <FactList
        facts={[
          { label: t('catalogue.requests.course'), value: request.course },
          { label: t('catalogue.filter.price'), value: request.price_cents === null ? null : price(request.price_cents) },
          { label: t('catalogue.requests.created_at'), value: format.dateTime(request.created_at) },
          { label: t('catalogue.requests.message'), value: request.message },
          ...(request.answer ? [{ label: t('catalogue.requests.answer'), value: request.answer }] : []),
        ]}
      />
      {request.status === 'open' && (
        <Form
          part="catalogue"
          guard={false}
          initialValues={{ grant: 'yes', answer: '' }}
          onSubmit={({ grant, answer }) =>
            api.catalogue.requests.decide({ params: { id: request.id }, body: { grant: grant === 'yes', answer } })
          }
          onSuccess={({ data }) => {
            toast.success(t(`catalogue.requests.${data.status}`, { name: data.person, course: data.course }))
            void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
            void queryClient.invalidateQueries({ queryKey: ['list', '/api/catalogue/requests'] })
            onDone()
          }}
        >
          <RadioInput
            name="grant"
            label={t('catalogue.requests.decide')}
            required
            options={[
              { value: 'yes', label: t('catalogue.requests.yes') },
              { value: 'no', label: t('catalogue.requests.no') },
            ]}
          />
          <TextInput name="answer" label={t('catalogue.requests.answer')} rows={2} maxLength={1000} />
          <FormActions submitLabel={t('catalogue.requests.save')} onCancel={onDone} />
        </Form>
      )}
    </Stack>
  )
}
