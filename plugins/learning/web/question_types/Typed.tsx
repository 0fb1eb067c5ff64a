import { InputAdornment, TextField } from '@mui/material'
import { useState } from 'react'
import { MAX_TEXT_LENGTH, parseNumber, tidied } from '#plugins/learning/question_types/typed'
import { useT } from '#web/i18n'
import { MarkedLine, MarkedList } from '../components/MarkedAnswers.js'
import { notChosen } from './choosing.js'
import type { InputProps, QuestionView, ReviewProps } from './types.js'

/** The error in the typed text as a message, or null. */
type Problem = (typed: string) => string | null

function typedInput(mode: 'text' | 'decimal', problemOf: Problem) {
  return function TypedInput({ question, given, labelledBy, describedBy, onChange, onLeave }: InputProps) {
    const t = useT()
    const [typed, setTyped] = useState(given[0] ?? '')
    const [seen, setSeen] = useState<string | null>(null)
    // Shown on blur, not while typing.
    const problem = seen !== null && seen === typed && tidied(typed) ? problemOf(typed) : null
    const change = (text: string) => {
      setTyped(text)
      onChange(tidied(text) && !problemOf(text) ? [tidied(text)] : [], { typing: true })
    }
    const look = () => {
      setSeen(typed)
      onLeave()
    }
    return (
      <TextField
        value={typed}
        onChange={({ target }) => change(target.value)}
        onBlur={look}
        onKeyDown={({ key }) => key === 'Enter' && look()}
        error={problem !== null}
        helperText={problem && t(problem)}
        slotProps={{
          htmlInput: {
            'aria-labelledby': labelledBy,
            'aria-describedby': problem ? undefined : describedBy,
            inputMode: mode,
            maxLength: MAX_TEXT_LENGTH,
            autoComplete: 'off',
            autoCapitalize: 'off',
            spellCheck: false,
          },
          input: question.unit ? { endAdornment: <InputAdornment position="end">{question.unit}</InputAdornment> } : {},
        }}
        sx={{ width: '100%', maxWidth: mode === 'decimal' ? 280 : 520 }}
      />
    )
  }
}

/** The typed answer, and the right answer if it may be shown. */
function TypedReview({ question: { given, right, unit }, isRight }: ReviewProps) {
  const t = useT()
  const withUnit = (text: string) => (unit ? `${text} ${unit}` : text)
  return (
    <MarkedList>
      <MarkedLine text={given[0] ? withUnit(given[0]) : t('learning.quiz.no_answer')} given correct={right && isRight} isRight={isRight} />
      {!isRight && right && (
        <MarkedLine text={right.map(withUnit).join(` ${t('learning.quiz.or')} `)} given={false} correct isRight={isRight} />
      )}
    </MarkedList>
  )
}

const isComplete: QuestionView['isComplete'] = (_question, given) => given.length === 1

export const shortText: QuestionView = {
  ...notChosen,
  isComplete,
  Input: typedInput('text', () => null),
  Review: TypedReview,
  hint: () => 'learning.quiz.hint_text',
}

export const number: QuestionView = {
  ...notChosen,
  isComplete,
  Input: typedInput('decimal', (typed) => {
    const value = parseNumber(typed)
    return typeof value === 'number' ? null : `learning.quiz.${value}`
  }),
  Review: TypedReview,
  hint: () => 'learning.quiz.hint_number',
}
