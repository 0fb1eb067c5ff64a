import { useTheme } from '@mui/material/styles'
import type { ChartData } from './ChartFrame.js'

export interface CanvasProps extends ChartData {
  format: (value: number) => string
  height: number
}

/** The shared parts of all charts. Each kind has its own file, so that a page loads only the kinds it shows. */
export function useCanvasParts({ format, height }: Pick<CanvasProps, 'format' | 'height'>) {
  const { brand, tones, surfaces } = useTheme()
  return {
    write: (value: number | null) => (value === null ? '–' : format(value)),
    common: {
      height,
      // Every colour has a contrast of 3 : 1 against the paper; the brand's two come first.
      colors: [brand.primary.edge, brand.secondary.edge, tones.info.text, tones.success.text, tones.warning.text, tones.neutral.text],
      skipAnimation: true,
      // The chart is a picture with a description; its numbers can be read in the table.
      disableKeyboardNavigation: true,
      margin: { top: 8, right: 20, bottom: 4, left: 0 },
      sx: {
        '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: surfaces.divider },
        '& .MuiChartsGrid-line': { stroke: surfaces.track },
      },
    },
  }
}

/** The axes, for charts that have them. */
export function axesOf({ series, whole, format }: Pick<CanvasProps, 'series' | 'whole' | 'format'>) {
  return {
    // Starts at zero: starting at the lowest value, a small change would look like a fall to nothing. Negative values keep their own
    // minimum.
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
}
