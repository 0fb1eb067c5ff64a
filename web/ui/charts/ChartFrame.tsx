import {
  Box,
  Button,
  Paper,
  Skeleton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '../icons/index.js'

export interface ChartSeries {
  label: string
  /** One value for each category; null leaves a gap. */
  values: readonly (number | null)[]
}

export interface ChartData {
  kind: 'bar' | 'line' | 'pie'
  /** Labels along the axis: months, courses. */
  categories: readonly string[]
  /** A pie shows the first series only. */
  series: readonly ChartSeries[]
  /** Whole numbers, such as people or courses: the axis has no steps between them. */
  whole?: boolean
  /** Formats a value; default a plain number. */
  format?: (value: number) => string
}

export interface ChartFrameProps extends ChartData {
  /** The heading (h2) of chart and table. */
  title: ReactNode
  /** One line under it, e.g. what a bar stands for. */
  text?: ReactNode
  /** One sentence that describes the chart for people who cannot see it. */
  summary: string
  height?: number
  /** The numbers are still loading; the frame reserves the space. */
  loading?: boolean
}

const CANVAS = {
  bar: lazy(() => import('./BarCanvas.js')),
  line: lazy(() => import('./LineCanvas.js')),
  pie: lazy(() => import('./PieCanvas.js')),
}

/** Distance in pixels below the window at which a chart is already rendered. */
const NEAR = 300

/** Whether the element was ever visible, or nearly: charts that nobody scrolls to are not loaded. */
function useSeen(): [boolean, (element: Element | null) => (() => void) | undefined] {
  const [seen, setSeen] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (!element) return undefined
    const near = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), {
      rootMargin: `${NEAR}px`,
    })
    near.observe(element)
    return () => near.disconnect()
  }, [])
  return [seen, watch]
}

/**
 * A bordered part of a page with a chart, its title and, one press away, the same numbers as a table. The chart code is loaded when needed.
 */
export function ChartFrame({ title, text, summary, height = 260, loading = false, ...data }: ChartFrameProps) {
  const t = useT()
  const numbers = useFormat()
  const [asTable, setAsTable] = useState(false)
  const [seen, watch] = useSeen()
  const format = data.format ?? numbers.number
  const Canvas = CANVAS[data.kind]
  return (
    <Paper component="figure" variant="outlined" sx={{ m: 0, p: { xs: 4, sm: 5 } }}>
      <Stack component="figcaption" direction="row" sx={{ justifyContent: 'space-between', alignItems: 'flex-start', gap: 3, mb: 4 }}>
        <div>
          <Typography variant="h2">{title}</Typography>
          {text && (
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
              {text}
            </Typography>
          )}
        </div>
        <Button
          size="small"
          color="inherit"
          startIcon={<Icon name={asTable ? 'chart' : 'table'} />}
          onClick={() => setAsTable(!asTable)}
          sx={{ flexShrink: 0, my: -1 }}
        >
          {t(asTable ? 'core.chart.as_chart' : 'core.chart.as_table')}
        </Button>
      </Stack>
      {loading ? (
        <Skeleton variant="rounded" height={height} />
      ) : asTable ? (
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
        <Box ref={watch} role="img" aria-label={summary} sx={{ minHeight: height }}>
          <Suspense fallback={<Skeleton variant="rounded" height={height} />}>
            {seen && <Canvas {...data} format={format} height={height} />}
          </Suspense>
        </Box>
      )}
    </Paper>
  )
}
