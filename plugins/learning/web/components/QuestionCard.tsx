import { Box, Checkbox, FormControlLabel, FormHelperText, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { useEffect, useId, useRef } from 'react'
import type { RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { useT } from '#web/i18n'

export type RunningQuestion = RunningAttempt['questions'][number]

interface QuestionCardProps {
  question: RunningQuestion
  given: string[]
  error: string | null
  /** It came in the place of another question: whoever went on by keyboard or hears the page starts at its text. */
  takeFocus: boolean
  /** What choosing does besides, in words. */
  hint: string
  /** @param pointed by mouse, finger or number: nobody means that who only passes by with the arrow keys */
  onChange: (given: string[], pointed: boolean) => void
}

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

/** What a number on the keyboard chooses: the answers that are given with it ticked or unticked. */
export function withAnswer(question: RunningQuestion, given: readonly string[], index: number): string[] | null {
  const key = question.answers[index]?.key
  if (!key) return null
  if (question.type !== 'multiple') return [key]
  return given.includes(key) ? given.filter((other) => other !== key) : [...given, key]
}

/** One question with its answers. The whole line of an answer can be hit, with a thumb too. */
export function QuestionCard({ question, given, error, takeFocus, hint, onChange }: QuestionCardProps) {
  const id = useId()
  const text = useRef<HTMLLegendElement>(null)
  const pointed = useRef(false)
  useEffect(() => {
    if (takeFocus) text.current?.focus()
    // Once, as it comes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const change = (next: string[] | null) => next && onChange(next, pointed.current)
  return (
    <Box
      component="fieldset"
      aria-describedby={`${id}-hint`}
      onPointerDown={() => (pointed.current = true)}
      onKeyDown={() => (pointed.current = false)}
      sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <QuestionText ref={text} component="legend">
        {question.text}
      </QuestionText>
      <Typography id={`${id}-hint`} variant="body2" sx={{ color: 'text.secondary', mb: { xs: 4, sm: 5 } }}>
        {hint}
      </Typography>
      {question.type === 'multiple' ? (
        <Stack sx={{ gap: 2 }}>
          {question.answers.map(({ key, text }, index) => (
            <FormControlLabel
              key={key}
              sx={optionSx}
              label={<Option number={index + 1} text={text} />}
              control={<Checkbox checked={given.includes(key)} onChange={() => change(withAnswer(question, given, index))} />}
            />
          ))}
        </Stack>
      ) : (
        <RadioGroup value={given[0] ?? ''} onChange={(_event, key) => change([key])} sx={{ gap: 2 }}>
          {question.answers.map(({ key, text }, index) => (
            <FormControlLabel key={key} value={key} sx={optionSx} label={<Option number={index + 1} text={text} />} control={<Radio />} />
          ))}
        </RadioGroup>
      )}
      {error && (
        <FormHelperText error role="alert" sx={{ mt: 3, fontSize: '0.875rem' }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}

/** A question's words, at the size of what a screen is about. */
export function QuestionText({
  ref,
  component,
  children,
}: {
  ref?: React.Ref<HTMLLegendElement>
  component: 'legend' | 'h2'
  children: string
}) {
  return (
    <Typography
      component={component}
      ref={ref as never}
      tabIndex={-1}
      sx={{
        p: 0,
        mb: 2,
        fontSize: { xs: '1.375rem', sm: '1.5rem' },
        lineHeight: { xs: '30px', sm: '32px' },
        fontWeight: 600,
        letterSpacing: '-0.01em',
        textWrap: 'pretty',
        '&:focus': { outline: 'none' },
      }}
    >
      {children}
    </Typography>
  )
}

/** The answer's words, and the number that chooses it where there is a keyboard. */
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
