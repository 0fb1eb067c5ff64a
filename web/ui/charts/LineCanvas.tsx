import { LineChart } from '@mui/x-charts/LineChart'
import { axesOf, type CanvasProps, useCanvasParts } from './canvas_parts.js'

/** Lines over time, by MUI X; ChartFrame loads it lazily. */
export default function LineCanvas(props: CanvasProps) {
  const { categories, series } = props
  const { common, write } = useCanvasParts(props)
  return (
    <LineChart
      {...common}
      {...axesOf(props)}
      // The last label is centred under the last point, so half of it extends beyond the edge.
      margin={{ ...common.margin, right: 36 }}
      xAxis={[{ data: [...categories], scaleType: 'point', disableTicks: true }]}
      series={series.map(({ label, values }) => ({
        label,
        data: [...values],
        showMark: true,
        curve: 'linear' as const,
        valueFormatter: write,
      }))}
    />
  )
}
