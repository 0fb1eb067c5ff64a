import { Box, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'

interface ScoreCardProps {
  /** Percentages. */
  grade: number
  needed: number
  correct: number
  total: number
}

/** A score against what was needed: the number large, and on the bar a mark where passing begins. */
export function ScoreCard({ grade, needed, correct, total }: ScoreCardProps) {
  const t = useT()
  const format = useFormat()
  const { surfaces, tones } = useTheme()
  const tone = tones[grade >= needed ? 'success' : 'warning']
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Typography sx={{ fontSize: '2.75rem', lineHeight: '48px', fontWeight: 700, letterSpacing: '-0.03em', color: tone.text }}>
          {format.percent(grade)}
        </Typography>
        <Typography sx={{ fontWeight: 550 }}>{t('learning.quiz.score', { correct, total })}</Typography>
      </Stack>
      {/* Says again what the words beside it say. */}
      <Box aria-hidden sx={{ position: 'relative', height: 12, mt: 4, borderRadius: '6px', bgcolor: surfaces.track }}>
        <Box sx={{ width: `${grade}%`, height: '100%', borderRadius: '6px', bgcolor: tone.text }} />
        <Box sx={{ position: 'absolute', left: `${needed}%`, top: -4, bottom: -4, width: 2, bgcolor: surfaces.text }} />
      </Box>
      <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
        {t('learning.quiz.needed', { percentage: needed })}
      </Typography>
    </Paper>
  )
}
