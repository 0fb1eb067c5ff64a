import { Box, NativeSelect, OutlinedInput, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import { useT } from '#web/i18n'
import { MarkedLine, MarkedList } from '../components/MarkedAnswers.js'
import { notChosen } from './choosing.js'
import type { InputProps, QuestionView, ReviewProps } from './types.js'

const pairsOf = (given: readonly string[]) => new Map(given.map((pair) => pair.split('=') as [item: string, option: string]))

/**
 * Each item with a select of the options. Used options are disabled: the keyboard skips them, so that it does not take them away from
 * another item.
 */
function MatchInput({ question, given, describedBy, onChange }: InputProps) {
  const t = useT()
  const id = useId()
  const chosen = pairsOf(given)
  const choose = (item: string, option: string) => {
    const next = new Map(chosen)
    if (option) next.set(item, option)
    else next.delete(item)
    onChange([...next].map((pair) => pair.join('=')))
  }
  return (
    <Stack sx={{ gap: 2 }}>
      {question.answers.map(({ key, text }, index) => (
        <Box
          key={key}
          sx={{
            display: 'grid',
            gridTemplateColumns: { sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
            gap: { xs: 2, sm: 4 },
            alignItems: 'center',
            p: 3,
            borderRadius: '8px',
            border: 1,
            borderColor: chosen.has(key) ? 'primary.main' : 'divider',
            bgcolor: 'background.paper',
          }}
        >
          <Typography component="label" htmlFor={`${id}-${index}`} sx={{ overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
          <NativeSelect
            input={<OutlinedInput />}
            value={chosen.get(key) ?? ''}
            onChange={({ target }) => choose(key, target.value)}
            inputProps={{ id: `${id}-${index}`, 'aria-describedby': describedBy }}
            sx={{ minWidth: 0 }}
          >
            <option value="">{t('learning.quiz.match_choose')}</option>
            {question.options.map((option) => {
              const isUsed = question.answers.some((answer) => answer.key !== key && chosen.get(answer.key) === option.key)
              return (
                <option key={option.key} value={option.key} disabled={isUsed}>
                  {isUsed ? t('learning.quiz.match_used', { text: option.text }) : option.text}
                </option>
              )
            })}
          </NativeSelect>
        </Box>
      ))}
    </Stack>
  )
}

/** Each item with the given option, and the right one if it may be shown. */
function MatchReview({ question: { answers, options, given, right }, isRight }: ReviewProps) {
  const t = useT()
  const chosen = pairsOf(given)
  const belongs = right && pairsOf(right)
  const textOf = (key: string | undefined) => options.find((option) => option.key === key)?.text
  return (
    <MarkedList>
      {answers.map(({ key, text }) => {
        const mine = textOf(chosen.get(key))
        const its = belongs ? textOf(belongs.get(key)) : undefined
        const isPairRight = belongs ? mine === its : null
        return (
          <MarkedLine
            key={key}
            text={`${text} → ${mine ?? t('learning.quiz.no_answer')}`}
            given
            quiet
            correct={isPairRight}
            isRight={isRight}
            also={isPairRight === false ? t('learning.quiz.match_right', { text: its ?? '' }) : null}
          />
        )
      })}
    </MarkedList>
  )
}

export const match: QuestionView = {
  ...notChosen,
  Input: MatchInput,
  Review: MatchReview,
  isComplete: ({ answers }, given) => given.length === answers.length,
  hint: () => 'learning.quiz.hint_match',
}
