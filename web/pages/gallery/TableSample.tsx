import { useState } from 'react'
import { useFormat } from '#web/i18n'
import {
  DataTable,
  EmptyState,
  Progress,
  SidePanel,
  StatusChip,
  statusesOf,
  usePanelParam,
  useTableState,
  useToast,
  type TableColumn,
} from '#web/ui'
import { sampleStatuses } from './sample_statuses.js'

interface Row {
  id: number
  name: string
  course: string
  status: string
  progress: number
  until: string
}

const NAMES = [
  'Sanne de Vries',
  'Mehmet Yılmaz',
  'Élise Dupont',
  'João Ferreira',
  'Ивайло Петров',
  'Bram van den Berg-Oosterhuis',
  'Noor Jansen',
  'Lars Visser',
]
const STATUSES = statusesOf(sampleStatuses)
const ROWS: Row[] = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: NAMES[index % NAMES.length] ?? '',
  course: index % 3 ? 'Werken op hoogte' : 'Tillen en dragen',
  status: STATUSES[index % STATUSES.length] ?? 'busy',
  progress: (index * 23) % 101,
  until: new Date(Date.UTC(2026, 11, 1 + (index % 28))).toISOString(),
}))

/** A list with every option on; its rows replace a server. */
export function TableSample() {
  const toast = useToast()
  const format = useFormat()
  const table = useTableState({ filters: ['status'], sort: 'name', perPage: 25 })
  const panel = usePanelParam('participant')
  const [failing] = useState(false)
  const sign = table.sort?.direction === 'desc' ? -1 : 1
  const found = ROWS.filter(
    (row) => row.name.toLowerCase().includes(table.search.toLowerCase()) && (!table.filters.status || row.status === table.filters.status),
  ).sort(
    (a, b) =>
      sign * String(a[(table.sort?.field ?? 'name') as keyof Row]).localeCompare(String(b[(table.sort?.field ?? 'name') as keyof Row])),
  )
  const columns: TableColumn<Row>[] = [
    { key: 'name', label: 'Naam', value: (row) => row.name, sortable: true, card: 'title', minWidth: 180 },
    { key: 'course', label: 'Training', value: (row) => row.course, sortable: true },
    {
      key: 'status',
      label: 'Status',
      value: (row) => row.status,
      render: (row) => <StatusChip of={sampleStatuses} status={row.status} />,
      card: 'badge',
      minWidth: 150,
    },
    {
      key: 'progress',
      label: 'Voortgang',
      value: (row) => row.progress,
      render: (row) => <Progress hideLabel label="Voortgang" value={row.progress} />,
      minWidth: 160,
    },
    { key: 'until', label: 'Geldig tot', value: (row) => format.date(row.until), align: 'right' },
  ]
  const open = ROWS.find((row) => String(row.id) === panel.value)
  return (
    <>
      <DataTable<Row>
        id="core.gallery"
        label="Deelnemers"
        columns={columns}
        rows={failing ? undefined : found.slice((table.page - 1) * table.perPage, table.page * table.perPage)}
        total={found.length}
        rowId={(row) => row.id}
        state={table}
        searchLabel="Zoek op naam"
        filters={[{ key: 'status', label: 'Status', options: STATUSES.map((value) => ({ value, label: value })) }]}
        onRowClick={(row) => panel.open(row.id)}
        rowLabel={(row) => row.name}
        csv="page"
        bulkActions={[
          { label: 'Herinneren', icon: 'mails', onRun: (rows) => toast.success(`${rows.length} herinneringen verstuurd`) },
          { label: 'Verwijderen', icon: 'delete', destructive: true, onRun: () => undefined },
        ]}
        empty={<EmptyState title="Nog geen deelnemers" />}
      />
      <SidePanel
        open={Boolean(open)}
        onClose={panel.close}
        title={open?.name ?? ''}
        subtitle={open && <StatusChip of={sampleStatuses} status={open.status} />}
      >
        {open && <Progress label={open.course} value={open.progress} />}
      </SidePanel>
    </>
  )
}
