import { Box, Button, Link, Typography } from '@mui/material'
import { useCallback, useMemo, useState } from 'react'
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
  cellsBy,
  EmptyState,
  Matrix,
  MatrixFrame,
  type MatrixRows,
  NameOfCompany,
  PageHeader,
  StatusChip,
  statusesOf,
  useMatrix,
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

function useTotals() {
  const courses = useCourseChoices()
  const admin = isAdminRole(useUser().user_role)
  const companies = useApiQuery(['learning', 'companies'], () => api.learning.totals.companies({}), { enabled: admin, staleTime: 600_000 })
  const choices = useMemo(
    () => ({
      course: courses.error ? [] : courses.data?.data.map(({ id, name }) => ({ value: String(id), label: name })),
      company: admin && !companies.error ? companies.data?.data.map(({ id, name }) => ({ value: String(id), label: name })) : [],
    }),
    [courses.data, courses.error, admin, companies.data, companies.error],
  )
  return useMatrix<TotalsItem, TotalsColumn>({
    id: 'learning.totals',
    part: 'learning',
    path: '/api/learning/totals',
    load: (query) => api.learning.totals.index(withQuery(query)),
    loadColumns: (filters) => api.learning.totals.columns(withQuery(filters)),
    choices,
  })
}

/** /totaal: all people against all courses they were given. */
export default function TotalsPage() {
  const t = useT()
  const [assigning, setAssigning] = useState<{ course?: number } | null>(null)
  const mayAssign = useAllowed(can('learning.progress.manage'))
  const { narrow, rows, columns, grid, busy, frame } = useTotals()
  const ofAll = isAdminRole(useUser().user_role)
  return (
    <>
      <PageHeader
        title={t('learning.totals.title')}
        text={t('learning.totals.text')}
        {...(mayAssign && { action: { label: t('learning.assign.title'), icon: 'add' as const, onClick: () => setAssigning({}) } })}
      />
      <MatrixFrame
        label={t('learning.totals.title')}
        searchLabel={t('learning.totals.search')}
        {...frame}
        empty={
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
        }
        legendLabel={t('learning.totals.legend')}
        legend={statusesOf(participationStatuses)
          .filter((status) => status !== 'planned')
          .map((status) => (
            <StatusChip key={status} of={participationStatuses} status={status} />
          ))}
      >
        {narrow ? (
          <TotalsCards rows={rows} columns={columns} ofAll={ofAll} />
        ) : (
          <Shown
            rows={grid}
            columns={columns}
            ofAll={ofAll}
            busy={busy}
            {...(mayAssign && { onAssign: (course: number) => setAssigning({ course }) })}
          />
        )}
      </MatrixFrame>
      {assigning && <AssignPeople {...assigning} onClose={() => setAssigning(null)} />}
    </>
  )
}

const cellIn = cellsBy<TotalsItem>(({ course }) => course)

interface ShownProps {
  rows: MatrixRows<TotalsItem>
  columns: readonly TotalsColumn[]
  /** For an admin who views every company: the company of each person. */
  ofAll: boolean
  busy: boolean
  onAssign?: (course: number) => void
}

function Shown({ rows, columns, ofAll, busy, onAssign }: ShownProps) {
  const t = useT()
  // A stable reference, so that rows are not rendered again while scrolling.
  const rowHead = useCallback(
    (row: TotalsItem, tabIndex: 0 | -1) => (
      <Link
        component={RouterLink}
        to={participantPath(row.id)}
        tabIndex={tabIndex}
        underline="hover"
        color="inherit"
        sx={{ fontWeight: 600 }}
      >
        <NameOfCompany name={row.name} company={ofAll ? row.company : null} />
      </Link>
    ),
    [ofAll],
  )
  const cell = useCallback((row: TotalsItem, column: TotalsColumn, tabIndex: 0 | -1) => {
    const found = cellIn(row, column.id)
    return found ? <TotalsCellLink cell={found} of={`${row.name}, ${column.name}`} tabIndex={tabIndex} /> : null
  }, [])
  const numbersOf = ({ counts }: TotalsColumn) =>
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
      rowHead={rowHead}
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
      columnSub={columns.some(({ counts }) => counts) ? numbersOf : undefined}
      cell={cell}
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
