import { Box, Checkbox, FormControlLabel, Radio, RadioGroup, Stack } from '@mui/material'
import { useT } from '#web/i18n'
import { MarkedLine, MarkedList } from '../components/MarkedAnswers.js'
import { choosing, withAnswer } from './choosing.js'
import type { InputProps, QuestionView, ReviewProps } from './types.js'

const optionSx = {
  m: 0,
  px: 3,
  py: 1,
  minHeight: 56,
  borderRadius: '8px',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  '& .MuiFormControlLabel-label': { flex: 1 },
  '&:has(input:checked)': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px currentColor',
    color: 'primary.main',
    bgcolor: 'action.selected',
  },
  '&:has(input:checked) .MuiFormControlLabel-label': { color: 'text.primary' },
} as const

/** Text answers, one or several of them. The whole line of an answer is clickable, also with a thumb. */
function ChoiceInput({ question, given, onChange }: InputProps) {
  return question.several ? (
    <Stack sx={{ gap: 2 }}>
      {question.answers.map(({ key, text }, index) => (
        <FormControlLabel
          key={key}
          sx={optionSx}
          label={<Option number={index + 1} text={text} />}
          control={<Checkbox checked={given.includes(key)} onChange={() => onChange(withAnswer(question, given, index)!)} />}
        />
      ))}
    </Stack>
  ) : (
    <RadioGroup value={given[0] ?? ''} onChange={(_event, key) => onChange([key])} sx={{ gap: 2 }}>
      {question.answers.map(({ key, text }, index) => (
        <FormControlLabel key={key} value={key} sx={optionSx} label={<Option number={index + 1} text={text} />} control={<Radio />} />
      ))}
    </RadioGroup>
  )
}

/** The answer's text, and the number key that chooses it if there is a keyboard. */
function Option({ number, text }: { number: number; text: string }) {
  const t = useT()
  return (
    <Stack component="span" direction="row" sx={{ gap: 3, alignItems: 'center', justifyContent: 'space-between' }}>
      <span>{text}</span>
      {number <= 9 && (
        <Box
          component="span"
          aria-hidden
          title={t('learning.quiz.key', { number })}
          sx={{
            display: 'none',
            '@media (hover: hover) and (pointer: fine)': { display: 'grid' },
            placeItems: 'center',
            width: 24,
            height: 24,
            flexShrink: 0,
            borderRadius: '6px',
            border: 1,
            borderColor: 'divider',
            color: 'text.secondary',
            fontSize: '0.8125rem',
          }}
        >
          {number}
        </Box>
      )}
    </Stack>
  )
}

/** All answers, with the given and the right ones marked. */
export function ChoiceReview({ question: { answers, given, right }, isRight }: ReviewProps) {
  return (
    <MarkedList>
      {answers.map(({ key, text }) => (
        <MarkedLine key={key} text={text} given={given.includes(key)} correct={right && right.includes(key)} isRight={isRight} />
      ))}
    </MarkedList>
  )
}

export const choice: QuestionView = {
  ...choosing,
  Input: ChoiceInput,
  Review: ChoiceReview,
  hint: ({ several }) => (several ? 'learning.quiz.more_answers' : 'learning.quiz.one_answer'),
}
