import { Box, Button, Skeleton, Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '../icons/index.js'

export interface ChartSeries {
  label: string
  /** One value for each category; null leaves a gap. */
  values: readonly (number | null)[]
}

export interface ChartData {
  kind: 'bar' | 'line' | 'pie'
  /** Along the axis: months, courses. */
  categories: readonly string[]
  /** A pie shows the first only. */
  series: readonly ChartSeries[]
  /** How a value is written; default a plain number. */
  format?: (value: number) => string
}

export interface ChartFrameProps extends ChartData {
  title: ReactNode
  /** One sentence with what the picture shows, for people who cannot see it. */
  summary: string
  height?: number
}

const ChartCanvas = lazy(() => import('./ChartCanvas.js'))

/** A chart with its title and, one press away, the same numbers as a table. The drawing code is loaded when needed. */
export function ChartFrame({ title, summary, height = 260, ...data }: ChartFrameProps) {
  const t = useT()
  const numbers = useFormat()
  const [asTable, setAsTable] = useState(false)
  const format = data.format ?? numbers.number
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Stack component="figcaption" direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 3, mb: 3 }}>
        <Typography variant="h3">{title}</Typography>
        <Button
          size="small"
          color="inherit"
          startIcon={<Icon name={asTable ? 'chart' : 'table'} />}
          onClick={() => setAsTable(!asTable)}
          sx={{ flexShrink: 0 }}
        >
          {t(asTable ? 'core.chart.as_chart' : 'core.chart.as_table')}
        </Button>
      </Stack>
      {asTable ? (
        <TableContainer sx={{ maxHeight: height + 40 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell />
                {data.series.map((series) => (
                  <TableCell key={series.label} align="right">
                    {series.label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.categories.map((category, row) => (
                <TableRow key={category}>
                  <TableCell component="th" scope="row">
                    {category}
                  </TableCell>
                  {data.series.map((series) => {
                    const value = series.values[row]
                    return (
                      <TableCell key={series.label} align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                        {value === null || value === undefined ? '–' : format(value)}
                      </TableCell>
                    )
                  })}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      ) : (
        <Box role="img" aria-label={summary} sx={{ minHeight: height }}>
          <Suspense fallback={<Skeleton variant="rounded" height={height} />}>
            <ChartCanvas {...data} format={format} height={height} />
          </Suspense>
        </Box>
      )}
    </Box>
  )
}
