import { Box, Checkbox, FormControlLabel, FormHelperText, Paper, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { useEffect, useId, useRef } from 'react'
import type { RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { useT } from '#web/i18n'

interface QuestionCardProps {
  question: RunningAttempt['questions'][number]
  given: string[]
  error: string | null
  /** It came in the place of another question: whoever went on by keyboard or hears the page starts at its text. */
  takeFocus: boolean
  onChange: (given: string[]) => void
}

const optionSx = {
  m: 0,
  px: 3,
  py: 1,
  minHeight: 52,
  borderRadius: '8px',
  border: 1,
  borderColor: 'divider',
  '&:has(input:checked)': { borderColor: 'primary.main', bgcolor: 'action.selected' },
} as const

/** One question with its answers. The whole line of an answer can be hit, with a thumb too. */
export function QuestionCard({ question, given, error, takeFocus, onChange }: QuestionCardProps) {
  const t = useT()
  const id = useId()
  const text = useRef<HTMLLegendElement>(null)
  useEffect(() => {
    if (takeFocus) text.current?.focus()
    // Once, as it comes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const isMultiple = question.type === 'multiple'
  const toggle = (key: string, on: boolean) => onChange(on ? [...given, key] : given.filter((other) => other !== key))
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Box component="fieldset" aria-describedby={`${id}-hint`} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Typography component="legend" ref={text} tabIndex={-1} variant="h3" sx={{ p: 0, mb: 1, '&:focus': { outline: 'none' } }}>
          {question.text}
        </Typography>
        <Typography id={`${id}-hint`} variant="body2" sx={{ color: 'text.secondary', mb: 4 }}>
          {t(isMultiple ? 'learning.quiz.more_answers' : 'learning.quiz.one_answer')}
        </Typography>
        {isMultiple ? (
          <Stack sx={{ gap: 2 }}>
            {question.answers.map(({ key, text }) => (
              <FormControlLabel
                key={key}
                sx={optionSx}
                label={text}
                control={<Checkbox checked={given.includes(key)} onChange={(_event, on) => toggle(key, on)} />}
              />
            ))}
          </Stack>
        ) : (
          <RadioGroup value={given[0] ?? ''} onChange={(_event, key) => onChange([key])} sx={{ gap: 2 }}>
            {question.answers.map(({ key, text }) => (
              <FormControlLabel key={key} value={key} sx={optionSx} label={text} control={<Radio />} />
            ))}
          </RadioGroup>
        )}
        {error && (
          <FormHelperText error role="alert" sx={{ mt: 3, fontSize: '0.875rem' }}>
            {error}
          </FormHelperText>
        )}
      </Box>
    </Paper>
  )
}
