import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { FEW_DAYS } from '../training_words.js'

/** "Nog 3 dagen", louder when there are few. */
export function DaysLeft({ days }: { days: number }) {
  const t = useT()
  const tone = useTheme().tones[days <= FEW_DAYS ? 'warning' : 'neutral']
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        color: tone.text,
        fontWeight: days <= FEW_DAYS ? 650 : 500,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon name="time" sx={{ fontSize: 16 }} />
      {t('learning.expires_in', { days })}
    </Box>
  )
}
