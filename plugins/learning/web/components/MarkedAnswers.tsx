import { Box, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { createContext, useContext } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** Whose answers are reviewed: one's own, or those of somebody whom one follows. */
export const ReviewOf = createContext<'self' | 'other'>('self')

interface MarkedAnswer {
  key: string
  text: string
  given: boolean
  /** Null where the quiz does not show it. */
  correct: boolean | null
}

interface MarkedAnswersProps {
  answers: MarkedAnswer[]
  /** Whether the whole question was answered right; marks what was given where the single answers are not shown. */
  isRight: boolean
}

/** What was answered and what was right: sign, words and colour together, never colour alone. */
export function MarkedAnswers({ answers, isRight }: MarkedAnswersProps) {
  const t = useT()
  const { tones } = useTheme()
  const own = useContext(ReviewOf) === 'self'
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 2 }}>
      {answers.map(({ key, text, given, correct }) => {
        const mark = correct ? 'success' : given && (correct === false || !isRight) ? 'error' : given ? 'success' : null
        const words = [
          given && t(own ? 'learning.quiz.your_answer' : 'learning.quiz.given_answer'),
          correct && t('learning.quiz.right_answer'),
        ]
          .filter(Boolean)
          .join(' · ')
        return (
          <Stack
            component="li"
            key={key}
            direction="row"
            sx={{
              gap: 3,
              px: 3,
              py: 3,
              borderRadius: '8px',
              border: 1,
              borderColor: mark ? tones[mark].border : 'divider',
              bgcolor: mark ? tones[mark].soft : 'background.paper',
              color: mark ? 'text.primary' : 'text.secondary',
            }}
          >
            <Icon
              name={mark === 'success' ? 'success' : mark === 'error' ? 'canceled' : 'not_started'}
              sx={{ fontSize: 22, flexShrink: 0, mt: '1px', color: mark ? tones[mark].text : 'divider' }}
            />
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>{text}</Typography>
              {words && mark && (
                <Typography variant="body2" sx={{ color: tones[mark].text, fontWeight: 600 }}>
                  {words}
                </Typography>
              )}
            </Box>
          </Stack>
        )
      })}
    </Box>
  )
}
