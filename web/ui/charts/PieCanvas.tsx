import { PieChart } from '@mui/x-charts/PieChart'
import { type CanvasProps, useCanvasParts } from './canvas_parts.js'

/** Parts of a whole, by MUI X; ChartFrame loads it lazily. */
export default function PieCanvas(props: CanvasProps) {
  const { categories, series, format } = props
  const { common } = useCanvasParts(props)
  const slices = categories.map((label, id) => ({ id, label, value: series[0]?.values[id] ?? 0 }))
  return (
    <PieChart
      {...common}
      series={[{ data: slices, innerRadius: '60%', paddingAngle: 1, cornerRadius: 3, valueFormatter: (slice) => format(slice.value) }]}
    />
  )
}
