import { Alert, FormControlLabel, Radio, RadioGroup, Stack, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useT } from '#web/i18n'

/** The practice questions are about the exam itself. Their answers stay in the browser. @key name → the right answer */
const QUESTIONS = { network: 'b', help: 'c', stop: 'a' } as const
const ANSWERS = ['a', 'b', 'c'] as const

/** A few questions as in the exam, with their explanation at once. */
export function PracticeQuestions({ onAnswered }: { onAnswered: () => void }) {
  const [given, setGiven] = useState<Partial<Record<keyof typeof QUESTIONS, string>>>({})
  const names = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]
  const answer = (name: keyof typeof QUESTIONS, value: string) => {
    const all = { ...given, [name]: value }
    setGiven(all)
    if (names.every((one) => all[one])) onAnswered()
  }
  return (
    <Stack sx={{ gap: 5 }}>
      {names.map((name) => (
        <Question key={name} name={name} given={given[name] ?? null} onAnswer={(value) => answer(name, value)} />
      ))}
    </Stack>
  )
}

function Question({ name, given, onAnswer }: { name: keyof typeof QUESTIONS; given: string | null; onAnswer: (value: string) => void }) {
  const t = useT()
  const id = useId()
  const isRight = given === QUESTIONS[name]
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography id={id} sx={{ fontWeight: 600 }}>
        {t(`proctoring.practice.${name}`)}
      </Typography>
      <RadioGroup aria-labelledby={id} value={given ?? ''} onChange={(event) => onAnswer(event.target.value)}>
        {ANSWERS.map((answer) => (
          <FormControlLabel key={answer} value={answer} control={<Radio />} label={t(`proctoring.practice.${name}_${answer}`)} />
        ))}
      </RadioGroup>
      {given && (
        <Alert severity={isRight ? 'success' : 'info'} role="status">
          {t(`proctoring.practice.${name}_why`)}
        </Alert>
      )}
    </Stack>
  )
}
