import { Box, Button, Link, Paper, Stack, Typography, useMediaQuery } from '@mui/material'
import { useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { can } from '#core/contract/access'
import { participationStatuses } from '#plugins/learning/contract/statuses'
import type { TotalsItem } from '#plugins/learning/server/transformers/totals_transformer'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiQuery, withQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useAllowed, useUser } from '#web/session'
import {
  EmptyState,
  ErrorState,
  ExportMenu,
  FilterSelect,
  LoadingState,
  Matrix,
  PageHeader,
  Pager,
  StatusChip,
  statusesOf,
  TableSearch,
  useList,
} from '#web/ui'
import { useCourseChoices } from '../queries.js'
import { AssignPeople } from './AssignPeople.js'
import { TotalsCards } from './TotalsCards.js'
import { TotalsCellLink } from './TotalsCellLink.js'

export interface TotalsColumn {
  id: number
  name: string
  counts: { people: number; passed: number; overdue: number } | null
}

/** Rows, columns and what narrows them; both are asked with the same filters. */
function useTotals() {
  const courses = useCourseChoices().data?.data
  const admin = isAdminRole(useUser().user_role)
  const companies = useApiQuery(['learning', 'companies'], () => api.learning.totals.companies({}), { enabled: admin, staleTime: 600_000 })
  const choices = useMemo(
    () => ({
      course: (courses ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      company: (companies.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    }),
    [courses, companies.data],
  )
  const list = useList<TotalsItem>({
    id: 'learning.totals',
    part: 'learning',
    path: '/api/learning/totals',
    load: (query) => api.learning.totals.index(withQuery(query)),
    choices,
  })
  const { page: _page, per_page: _size, sort: _sort, ...filters } = list.table.state.query
  const columns = useApiQuery(['learning', 'totals_columns', filters], () => api.learning.totals.columns(withQuery(filters)), {
    keepPrevious: true,
  })
  return { ...list, columns, retry: () => void Promise.all([list.table.onRetry(), columns.refetch()]) }
}

/** /totaal: everybody against everything that they were given. */
export default function TotalsPage() {
  const t = useT()
  const [assigning, setAssigning] = useState<{ course?: number } | null>(null)
  const mayAssign = useAllowed(can('learning.progress.manage'))
  const { rows, table, columns, retry } = useTotals()
  const { state, filters, total } = table
  const error = table.error ?? columns.error
  const body = () => {
    if (error && (!rows || !columns.data)) return <ErrorState error={error} part="learning" onRetry={retry} />
    if (!rows || !columns.data) return <LoadingState shape="rows" count={8} />
    if (rows.length === 0 || columns.data.data.length === 0) {
      return state.narrowed ? (
        <EmptyState
          icon="search"
          title={t('core.table.nothing_found')}
          text={t('core.table.nothing_found_text')}
          action={
            <Button variant="outlined" onClick={state.clear}>
              {t('core.table.clear')}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon="checklist"
          title={t('learning.totals.empty')}
          text={t('learning.totals.empty_text')}
          action={
            mayAssign ? (
              <Button variant="contained" onClick={() => setAssigning({})}>
                {t('learning.assign.title')}
              </Button>
            ) : undefined
          }
        />
      )
    }
    return (
      <>
        <Shown
          rows={rows}
          columns={columns.data.data}
          busy={table.loading === true || columns.isPlaceholderData}
          {...(mayAssign && { onAssign: (course: number) => setAssigning({ course }) })}
        />
        <Pager state={state} total={total ?? 0} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('learning.totals.title')}
        text={t('learning.totals.text')}
        {...(mayAssign && { action: { label: t('learning.assign.title'), icon: 'add' as const, onClick: () => setAssigning({}) } })}
      />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Stack
          direction="row"
          role="search"
          aria-label={t('learning.totals.title')}
          sx={{ p: 3, gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <TableSearch value={state.search} label={t('learning.totals.search')} onSearch={state.setSearch} />
          {filters?.map((filter) => (
            <FilterSelect key={filter.key} filter={filter} state={state} />
          ))}
          {state.narrowed && (
            <Button size="small" color="inherit" onClick={state.clear}>
              {t('core.table.clear')}
            </Button>
          )}
          <Box sx={{ ml: 'auto' }}>{table.onExport && <ExportMenu onExport={table.onExport} />}</Box>
        </Stack>
        {body()}
      </Paper>
      <Legend />
      {assigning && <AssignPeople {...assigning} onClose={() => setAssigning(null)} />}
    </>
  )
}

/** What the signs mean. */
function Legend() {
  const t = useT()
  return (
    <Stack component="section" aria-label={t('learning.totals.legend')} direction="row" sx={{ gap: 2, flexWrap: 'wrap', mt: 4 }}>
      {statusesOf(participationStatuses)
        .filter((status) => status !== 'planned')
        .map((status) => (
          <StatusChip key={status} of={participationStatuses} status={status} />
        ))}
    </Stack>
  )
}

interface ShownProps {
  rows: readonly TotalsItem[]
  columns: readonly TotalsColumn[]
  busy: boolean
  onAssign?: (course: number) => void
}

function Shown({ rows, columns, busy, onAssign }: ShownProps) {
  const t = useT()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const byRow = useMemo(() => new Map(rows.map((row) => [row.id, new Map(row.cells.map((cell) => [cell.course, cell]))])), [rows])
  if (narrow) return <TotalsCards rows={rows} columns={columns} />
  return (
    <Matrix<TotalsItem, TotalsColumn>
      label={t('learning.totals.title')}
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      columnId={({ id }) => id}
      corner={t('learning.totals.name')}
      subCorner={t('learning.totals.passed_of')}
      busy={busy}
      emptyLabel={t('learning.totals.not_given')}
      rowHead={(row, tabIndex) => (
        <Link
          component={RouterLink}
          to={participantPath(row.id)}
          tabIndex={tabIndex}
          underline="hover"
          color="inherit"
          sx={{ fontWeight: 600 }}
        >
          {row.name}
        </Link>
      )}
      columnHead={(column, tabIndex) =>
        onAssign ? (
          <Link
            component="button"
            type="button"
            tabIndex={tabIndex}
            underline="hover"
            color="inherit"
            aria-label={t('learning.assign.course', { course: column.name })}
            onClick={() => onAssign(column.id)}
            sx={{ ...clamp, textAlign: 'left', font: 'inherit', fontWeight: 600 }}
          >
            {column.name}
          </Link>
        ) : (
          <Box component="span" sx={clamp} title={column.name}>
            {column.name}
          </Box>
        )
      }
      columnSub={({ counts }) =>
        counts && (
          <Typography component="span" variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {t('learning.totals.counts', { passed: counts.passed, people: counts.people })}
            {counts.overdue > 0 && (
              <Box component="span" sx={{ display: 'block', color: (theme) => theme.tones.error.text, fontWeight: 600 }}>
                {t('learning.totals.overdue_count', { count: counts.overdue })}
              </Box>
            )}
          </Typography>
        )
      }
      cell={(row, column, tabIndex) => {
        const cell = byRow.get(row.id)?.get(column.id)
        return cell ? <TotalsCellLink cell={cell} of={`${row.name}, ${column.name}`} tabIndex={tabIndex} /> : null
      }}
    />
  )
}

const clamp = {
  display: '-webkit-box',
  WebkitLineClamp: 3,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
