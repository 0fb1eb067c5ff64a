import { Button } from '@mui/material'
import { useMemo } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { api, useApiMutation, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, StatusChip, useCopy, useList, useToast } from '#web/ui'
import type { Link } from '../../server/transformers/link_transformer.js'
import { linkStates } from '../../states.js'
import { createPath, linkPath } from '../paths.js'
import { linksChanged } from '../queries.js'

type Row = Link & { address: string }
const rowId = (row: Row) => row.id

/** /tools/bookinglink: every booking link with its results. */
export default function LinksPage() {
  const t = useT()
  const navigate = useNavigate()
  const copy = useCopy()
  const toast = useToast()
  const toggle = useApiMutation(({ id, is_on: on }: Row) => api.bookingLinks.links.switch({ params: { id }, body: { on: !on } }), {
    onSuccess: ({ data }) => {
      toast.success(t(data.is_on ? 'booking_links.turned_on' : 'booking_links.turned_off'))
      linksChanged()
    },
  })
  const looks = useMemo<Record<string, ColumnLook<Row>>>(
    () => ({
      campaign: { card: 'title', flex: 2, minWidth: 190 },
      company: { card: 'line', minWidth: 120 },
      state: { card: 'badge', minWidth: 130, render: ({ state }) => <StatusChip of={linkStates} status={state} /> },
      type: { card: 'line', flex: 2, minWidth: 200, render: ({ type, courses }) => targetWords(t, type, courses.length) },
      ...Object.fromEntries(['visits', 'started', 'booked', 'paid', 'passed'].map((key) => [key, { minWidth: 88, card: 'line' as const }])),
    }),
    [t],
  )
  const list = useList<Row>({
    id: 'booking_links.links',
    part: 'booking_links',
    path: '/api/booking_links/links',
    load: (query) => api.bookingLinks.links.index(withQuery(query)) as PromiseLike<{ data: Row[]; meta: { total: number } }>,
    looks,
  })
  return (
    <>
      <PageHeader
        title={t('booking_links.title')}
        text={t('booking_links.text')}
        action={{ label: t('booking_links.add'), icon: 'add', to: createPath() }}
      />
      <DataTable<Row>
        {...list.table}
        label={t('booking_links.title')}
        rowId={rowId}
        searchLabel={t('booking_links.list.search')}
        onRowClick={(row) => void navigate(linkPath(row.id))}
        rowLabel={(row) => t('booking_links.list.open', { name: row.campaign })}
        rowActions={(row) => [
          { label: t('booking_links.copy_address'), icon: 'copy', onRun: () => copy(row.address) },
          {
            label: t(row.is_on ? 'booking_links.turn_off' : 'booking_links.turn_on'),
            icon: row.is_on ? 'pause' : 'success',
            onRun: () => toggle.mutate(row),
          },
          { label: t('booking_links.edit'), icon: 'edit', onRun: () => void navigate(linkPath(row.id, 'edit')) },
          { label: t('booking_links.create_like'), icon: 'add', onRun: () => void navigate(createPath(row.id)) },
        ]}
        empty={
          <EmptyState
            icon="link"
            title={t('booking_links.list.empty')}
            text={t('booking_links.list.empty_text')}
            action={
              <Button variant="contained" component={RouterLink} to={createPath()}>
                {t('booking_links.add')}
              </Button>
            }
          />
        }
      />
    </>
  )
}

const targetWords = (t: ReturnType<typeof useT>, type: string | null, courses: number) =>
  `${t(type ? `booking_links.type.${type}` : 'booking_links.any_type')} · ${t('booking_links.course_count', { count: courses })}`
