import { Box, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { type ReactNode, createContext, useContext, useId } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** The person whose answers are reviewed: the viewer, or a person whom they supervise. */
export const ReviewOf = createContext<'self' | 'other'>('self')

interface Marked {
  given: boolean
  /** Null if the quiz does not show it. */
  correct: boolean | null
  /** Whether the whole question was answered right; marks the given answers if the single ones are not revealed. */
  isRight: boolean
}

/** Returns the mark of an answer: right, wrong, or none. */
export const markOf = ({ given, correct, isRight }: Marked): 'success' | 'error' | null =>
  correct ? 'success' : given && (correct === false || !isRight) ? 'error' : given ? 'success' : null

interface MarkedListProps {
  /** The label above it. */
  title?: string
  ordered?: boolean
  children: ReactNode
}

/** The given and the right answers, line by line. */
export function MarkedList({ title, ordered = false, children }: MarkedListProps) {
  const id = useId()
  return (
    <div>
      {title && (
        <Typography id={id} variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {title}
        </Typography>
      )}
      <Box component={ordered ? 'ol' : 'ul'} aria-labelledby={title && id} sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 2 }}>
        {children}
      </Box>
    </div>
  )
}

interface MarkedLineProps extends Marked {
  text: string
  /** Hides the word for "given", if every line was given. */
  quiet?: boolean
  /** Extra text. */
  also?: string | null
}

/** One line of it: icon, words and colour together, never colour alone. */
export function MarkedLine({ text, quiet = false, also, ...marked }: MarkedLineProps) {
  const t = useT()
  const { tones } = useTheme()
  const own = useContext(ReviewOf) === 'self'
  const mark = markOf(marked)
  const said = quiet
    ? [mark && marked.given && t(mark === 'success' ? 'learning.quiz.correct' : 'learning.quiz.incorrect')]
    : [
        marked.given && t(own ? 'learning.quiz.your_answer' : 'learning.quiz.given_answer'),
        marked.correct && t('learning.quiz.right_answer'),
      ]
  const words = [...said, also].filter(Boolean).join(' · ')
  return (
    <Stack
      component="li"
      direction="row"
      // The direction of the answer: its mark is where the text begins.
      dir="auto"
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
}
