import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { LineChart } from '@mui/x-charts/LineChart'
import { PieChart } from '@mui/x-charts/PieChart'
import type { ChartData } from './ChartFrame.js'

interface ChartCanvasProps extends ChartData {
  format: (value: number) => string
  height: number
}

/** Draws with MUI X charts; ChartFrame loads it lazily. */
export default function ChartCanvas({ kind, categories, series, whole, format, height }: ChartCanvasProps) {
  const { brand, tones, surfaces } = useTheme()
  // Every colour has 3 : 1 against the paper; the brand's two come first.
  const colors = [brand.primary.edge, brand.secondary.edge, tones.info.text, tones.success.text, tones.warning.text, tones.neutral.text]
  const write = (value: number | null) => (value === null ? '–' : format(value))
  const common = {
    height,
    colors,
    skipAnimation: true,
    // It is a picture with a sentence; its numbers are read in the table.
    disableKeyboardNavigation: true,
    margin: { top: 8, right: 20, bottom: 4, left: 0 },
    sx: {
      '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: surfaces.divider },
      '& .MuiChartsGrid-line': { stroke: surfaces.track },
    },
  }
  if (kind === 'pie') {
    const slices = categories.map((label, id) => ({ id, label, value: series[0]?.values[id] ?? 0 }))
    return (
      <PieChart
        {...common}
        series={[{ data: slices, innerRadius: '60%', paddingAngle: 1, cornerRadius: 3, valueFormatter: (slice) => format(slice.value) }]}
      />
    )
  }
  const axes = {
    // From zero: from the lowest value upwards a small change would look like a fall to nothing. What goes below zero keeps its own.
    yAxis: [
      {
        ...(!series.some(({ values }) => values.some((value) => (value ?? 0) < 0)) && { min: 0 }),
        valueFormatter: (value: number) => format(value),
        disableLine: true,
        disableTicks: true,
        ...(whole && { tickMinStep: 1 }),
      },
    ],
    grid: { horizontal: true },
    hideLegend: series.length < 2,
  }
  if (kind === 'line') {
    return (
      <LineChart
        {...common}
        {...axes}
        // The last label stands under the last point, half of it past the edge.
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
  return (
    <BarChart
      {...common}
      {...axes}
      borderRadius={4}
      xAxis={[{ data: [...categories], scaleType: 'band', categoryGapRatio: 0.4, disableTicks: true }]}
      series={series.map(({ label, values }) => ({ label, data: [...values], valueFormatter: write }))}
    />
  )
}
