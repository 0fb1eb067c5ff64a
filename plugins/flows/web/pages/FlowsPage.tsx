import { Button } from '@mui/material'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { type ColumnLook, DataTable, EmptyState, PageHeader, ToneChip, useList } from '#web/ui'
import type { Flow } from '../../server/transformers/flow_transformer.js'
import { createPath, flowPath } from '../paths.js'
import { useCompanies } from '../queries.js'

const rowId = (row: Flow) => row.id

/** /flows: a company's flows with the number of people per state; for an admin those of all companies. */
export default function FlowsPage() {
  const t = useT()
  const navigate = useNavigate()
  const { admin } = useCompanies()
  const looks = useMemo<Record<string, ColumnLook<Flow>>>(
    () => ({
      name: { card: 'title', flex: 2, minWidth: 220 },
      active: {
        card: 'badge',
        minWidth: 110,
        render: ({ active }) => (
          <ToneChip
            tone={active ? 'success' : 'neutral'}
            icon={active ? 'success' : 'pause'}
            label={t(active ? 'flows.active' : 'flows.inactive')}
          />
        ),
      },
      finished: {
        minWidth: 130,
        value: ({ finished, people }) => (people ? t('flows.people.progress', { done: finished, total: people }) : ''),
      },
      company: { hidden: !admin, card: admin ? 'line' : 'none', minWidth: 130 },
    }),
    [t, admin],
  )
  const list = useList<Flow>({
    id: admin ? 'flows.flows.admin' : 'flows.flows',
    part: 'flows',
    path: '/api/flows/flows',
    load: (query) => api.flows.flows.index(withQuery(query)),
    looks,
  })
  return (
    <>
      <PageHeader
        title={t('flows.title')}
        text={t('flows.text')}
        action={{ label: t('flows.add'), icon: 'add', to: createPath() }}
        secondary={[{ label: t('flows.people.title'), icon: 'people', to: '/flows/deelnemers' }]}
      />
      <DataTable<Flow>
        {...list.table}
        label={t('flows.title')}
        rowId={rowId}
        searchLabel={t('flows.list.search')}
        onRowClick={(row) => void navigate(flowPath(row.id))}
        rowLabel={(row) => t('flows.list.open', { name: row.name })}
        empty={
          <EmptyState
            icon="branches"
            title={t('flows.list.empty')}
            text={t('flows.list.empty_text')}
            action={
              <Button variant="contained" component={Link} to={createPath()}>
                {t('flows.add')}
              </Button>
            }
          />
        }
      />
    </>
  )
}
