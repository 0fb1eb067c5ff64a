import { Box, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useFormat, useT } from '#web/i18n'
import { Icon } from '#web/ui'

interface ScoreCardProps {
  /** Percentages. */
  grade: number
  needed: number
  correct: number
  total: number
  passed: boolean
  /** The meaning in a few words, and the next step. */
  title: string
  text: string
}

/** A result: passed or not as icon, words and colour, the score in large type, and a bar with the pass mark. */
export function ScoreCard({ grade, needed, correct, total, passed: isPassed, title, text }: ScoreCardProps) {
  const t = useT()
  const format = useFormat()
  const { surfaces, tones } = useTheme()
  const tone = tones[isPassed ? 'success' : 'error']
  return (
    <Paper variant="outlined" sx={{ p: { xs: 5, sm: 8 }, borderTop: `4px solid ${tone.text}` }}>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
        <Box
          sx={{
            width: 56,
            height: 56,
            flexShrink: 0,
            borderRadius: '50%',
            display: 'grid',
            placeItems: 'center',
            bgcolor: tone.soft,
            color: tone.text,
          }}
        >
          <Icon name={isPassed ? 'check' : 'close'} sx={{ fontSize: 32 }} />
        </Box>
        <Box>
          <Typography variant="h2" sx={{ fontSize: '1.5rem', lineHeight: '32px' }}>
            {title}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{text}</Typography>
        </Box>
      </Stack>
      <Stack direction="row" sx={{ gap: 4, alignItems: 'baseline', flexWrap: 'wrap', mt: 6 }}>
        <Typography sx={{ fontSize: '2.75rem', lineHeight: '48px', fontWeight: 700, letterSpacing: '-0.03em', color: tone.text }}>
          {format.percent(grade)}
        </Typography>
        <Typography sx={{ fontWeight: 550 }}>{t('learning.quiz.score', { correct, total })}</Typography>
      </Stack>
      <Box sx={{ position: 'relative', pb: 9, mt: 4 }}>
        {/* The bar only repeats the text. */}
        <Box aria-hidden sx={{ height: 12, borderRadius: '6px', bgcolor: surfaces.track, overflow: 'hidden' }}>
          <Box sx={{ width: `${grade}%`, height: '100%', bgcolor: tone.text }} />
        </Box>
        <Box
          aria-hidden
          sx={{ position: 'absolute', left: `${needed}%`, top: -4, height: 24, width: '2px', ml: '-1px', bgcolor: surfaces.text }}
        />
        {/* Below its mark, but always inside the card. */}
        <Typography
          variant="body2"
          sx={{
            position: 'absolute',
            top: 24,
            ...(needed > 50
              ? { right: `${100 - needed}%`, transform: `translateX(${needed > 85 ? 0 : 50}%)` }
              : { left: `${needed}%`, transform: `translateX(${needed < 15 ? 0 : -50}%)` }),
            fontWeight: 550,
            whiteSpace: 'nowrap',
          }}
        >
          {t('learning.quiz.needed', { percentage: needed })}
        </Typography>
      </Box>
    </Paper>
  )
}
