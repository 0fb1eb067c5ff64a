import { useTheme } from '@mui/material/styles'
import type { ChartData } from './ChartFrame.js'

export interface CanvasProps extends ChartData {
  format: (value: number) => string
  height: number
}

/** What every picture has in common. Each kind is a file of its own: a page brings the code of those that it shows. */
export function useCanvasParts({ format, height }: Pick<CanvasProps, 'format' | 'height'>) {
  const { brand, tones, surfaces } = useTheme()
  return {
    write: (value: number | null) => (value === null ? '–' : format(value)),
    common: {
      height,
      // Every colour has 3 : 1 against the paper; the brand's two come first.
      colors: [brand.primary.edge, brand.secondary.edge, tones.info.text, tones.success.text, tones.warning.text, tones.neutral.text],
      skipAnimation: true,
      // It is a picture with a sentence; its numbers are read in the table.
      disableKeyboardNavigation: true,
      margin: { top: 8, right: 20, bottom: 4, left: 0 },
      sx: {
        '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: surfaces.divider },
        '& .MuiChartsGrid-line': { stroke: surfaces.track },
      },
    },
  }
}

/** The axes of what has them. */
export function axesOf({ series, whole, format }: Pick<CanvasProps, 'series' | 'whole' | 'format'>) {
  return {
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
}
