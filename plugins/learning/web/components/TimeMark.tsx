import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui'

interface TimeMarkProps {
  tone: 'neutral' | 'warning' | 'error'
  icon: IconName
  /** Never wrapped: for texts that are always short. */
  short?: boolean
  children: ReactNode
}

/** The remaining time in a row of facts, emphasised when it is little. */
export function TimeMark({ tone, icon, short = false, children }: TimeMarkProps) {
  const { text: color } = useTheme().tones[tone]
  const fontWeight = tone === 'neutral' ? 500 : 650
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color, fontWeight, ...(short && { whiteSpace: 'nowrap' }) }}
    >
      <Icon name={icon} sx={{ fontSize: 16 }} />
      {children}
    </Box>
  )
}
