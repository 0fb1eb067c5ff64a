import { BarChart } from '@mui/x-charts/BarChart'
import { axesOf, type CanvasProps, useCanvasParts } from './canvas_parts.js'

/** Bars beside each other, by MUI X; ChartFrame loads it lazily. */
export default function BarCanvas(props: CanvasProps) {
  const { categories, series } = props
  const { common, write } = useCanvasParts(props)
  return (
    <BarChart
      {...common}
      {...axesOf(props)}
      borderRadius={4}
      xAxis={[{ data: [...categories], scaleType: 'band', categoryGapRatio: 0.4, disableTicks: true }]}
      series={series.map(({ label, values }) => ({ label, data: [...values], valueFormatter: write }))}
    />
  )
}
