import {
  Box,
  Link,
  Pagination,
  Paper,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TableSortLabel,
  Typography,
} from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { profilePath } from '#plugins/people/contract/index'
import type { ApiError } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ChartFrame, EmptyState, ErrorState, LoadingState, usePageLabel, WideFrame } from '#web/ui'
import type { ReportDefinition, ReportResult } from '../../contract/definition.js'
import { useReportWords } from './use_words.js'

const PAGE = 25
/** More bars are unreadable. */
const MOST_BARS = 24

interface ReportViewProps {
  definition: ReportDefinition
  result: ReportResult | undefined
  error: ApiError | null
  onRetry: () => void
  /** The visible result belongs to the previous definition. */
  stale: boolean
  page: number
  onPage: (page: number) => void
  onSort?: (sort: string) => void
}

/** A report's rows, or its groups with a chart: in the builder and on its page. */
export function ReportView({ definition, result, error, onRetry, stale, page, onPage, onSort }: ReportViewProps) {
  const t = useT()
  const pageLabel = usePageLabel()
  if (!result) {
    return (
      <Paper variant="outlined" sx={{ p: 5, minHeight: 320 }}>
        {error ? <ErrorState error={error} part="reports" onRetry={onRetry} /> : <LoadingState shape="rows" count={6} />}
      </Paper>
    )
  }
  return (
    <Stack sx={{ gap: 5, opacity: stale ? 0.6 : 1, minWidth: 0 }}>
      {error && <ErrorState error={error} part="reports" onRetry={onRetry} />}
      {result.groups && definition.chart && result.groups.length > 0 && <GroupChart definition={definition} result={result} />}
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ px: 4, py: 3, borderBottom: '1px solid', borderColor: 'divider' }}>
          <Typography component="p" role="status" sx={{ fontWeight: 600 }}>
            {result.groups
              ? t('reports.result.groups', { count: result.groups.length, total: result.total })
              : t('reports.result.total', { count: result.total })}
          </Typography>
          {result.more_groups && <Typography variant="body2">{t('reports.result.more_groups')}</Typography>}
        </Box>
        {result.total === 0 ? (
          <EmptyState icon="search" title={t('reports.result.empty')} text={t('reports.result.empty_text')} />
        ) : result.groups ? (
          <Groups definition={definition} result={result} />
        ) : (
          <Rows definition={definition} result={result} {...(onSort && { onSort })} />
        )}
        {!result.groups && result.total > PAGE && (
          <Stack sx={{ alignItems: 'center', p: 3 }}>
            <Pagination
              count={Math.min(Math.ceil(result.total / PAGE), 4000)}
              page={page}
              siblingCount={0}
              getItemAriaLabel={pageLabel}
              onChange={(_event, to) => onPage(to)}
            />
          </Stack>
        )}
      </Paper>
    </Stack>
  )
}

function GroupChart({ definition, result }: { definition: ReportDefinition; result: ReportResult }) {
  const t = useT()
  const words = useReportWords()
  const column = result.columns[0]!
  const groups = result.groups!
  const isTime = column.kind === 'day' || column.kind === 'moment'
  // For times the latest, for everything else the largest.
  const shown = isTime ? groups.slice(-MOST_BARS) : groups.slice(0, MOST_BARS)
  return (
    <ChartFrame
      kind={definition.chart!}
      whole
      // The report's own name is the page's title, or in its field next to the chart.
      title={t(column.label)}
      text={t('reports.result.count')}
      summary={t('reports.result.chart_summary', {
        column: t(column.label),
        first: words.group(column, definition.group?.unit, shown[0]!.value),
        count: shown[0]!.count,
        groups: shown.length,
      })}
      categories={shown.map(({ value }) => words.group(column, definition.group?.unit, value))}
      series={[{ label: t('reports.result.count'), values: shown.map(({ count }) => count) }]}
      height={300}
    />
  )
}

/** A text of this many characters may wrap. */
const LONG = 32
// Styled once on the table: styles per cell would be computed for each cell.
const cells = {
  '& td': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  '& td[data-long]': { whiteSpace: 'normal', minWidth: 220 },
} as const

function Groups({ definition, result }: { definition: ReportDefinition; result: ReportResult }) {
  const t = useT()
  const format = useFormat()
  const words = useReportWords()
  const column = result.columns[0]!
  return (
    <WideFrame label={t('reports.result.table')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t(column.label)}</TableCell>
            <TableCell align="right">{t('reports.result.count')}</TableCell>
            <TableCell align="right">{t('reports.result.share')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {result.groups!.map(({ value, count }) => (
            <TableRow key={String(value)} hover>
              <TableCell component="th" scope="row">
                {words.group(column, definition.group?.unit, value)}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {format.number(count)}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
                {format.percent((count / result.total) * 100)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </WideFrame>
  )
}

function Rows({ definition, result, onSort }: { definition: ReportDefinition; result: ReportResult; onSort?: (sort: string) => void }) {
  const t = useT()
  const words = useReportWords()
  const [by, descending] = [definition.sort?.replace(/^-/, ''), definition.sort?.startsWith('-') ?? false]
  return (
    <WideFrame label={t('reports.result.table')}>
      <Table size="small" sx={cells}>
        <TableHead>
          <TableRow>
            {result.columns.map(({ key, label, kind }) => (
              <TableCell
                key={key}
                align={kind === 'number' ? 'right' : 'left'}
                sortDirection={by === key ? (descending ? 'desc' : 'asc') : false}
              >
                {onSort ? (
                  <TableSortLabel
                    active={by === key}
                    direction={by === key && descending ? 'desc' : 'asc'}
                    onClick={() => onSort(by === key && !descending ? `-${key}` : key)}
                  >
                    {t(label)}
                  </TableSortLabel>
                ) : (
                  t(label)
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {result.rows.map(({ id, membership_id: member, values }) => (
            <TableRow key={id} hover>
              {result.columns.map((column, index) => {
                const text = words.value(column, values[index] ?? null)
                const leads = member !== null && column.person && text
                return (
                  <TableCell
                    key={column.key}
                    align={column.kind === 'number' ? 'right' : 'left'}
                    {...(text.length > LONG && { 'data-long': true })}
                  >
                    {leads ? (
                      <Link
                        component={RouterLink}
                        to={profilePath(member)}
                        underline="hover"
                        sx={{ color: 'text.primary', fontWeight: 550 }}
                      >
                        {text}
                      </Link>
                    ) : (
                      text
                    )}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </WideFrame>
  )
}
