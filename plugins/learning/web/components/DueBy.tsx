import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { FEW_DAYS } from '../training_words.js'

interface DueByProps {
  /** The last day on which it is on time, `yyyy-mm-dd`. */
  day: string
  /** Days until then; negative: it went by. */
  inDays: number
}

/** "Uiterlijk vrijdag 4 december", louder when it is near, and said to be late when it is. */
export function DueBy({ day, inDays }: DueByProps) {
  const t = useT()
  const format = useFormat()
  const tone = useTheme().tones[inDays < 0 ? 'error' : inDays <= FEW_DAYS ? 'warning' : 'neutral']
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        color: tone.text,
        fontWeight: inDays <= FEW_DAYS ? 650 : 500,
      }}
    >
      <Icon name={inDays < 0 ? 'warning' : 'calendar'} sx={{ fontSize: 16 }} />
      {t(inDays < 0 ? 'learning.due.late' : inDays === 0 ? 'learning.due.today' : 'learning.due.by', { day: format.weekday(day) })}
    </Box>
  )
}
