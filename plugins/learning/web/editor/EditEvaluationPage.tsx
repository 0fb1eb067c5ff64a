import { Box, Button, FormHelperText, IconButton, MenuItem, Stack, TextField, Typography } from '@mui/material'
import type { EvaluationPartQuestion } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { CheckInput, Icon, Section, useFormState } from '#web/ui'
import { ActivityEditor } from './ActivityEditor.js'
import { keyOf } from './course_words.js'
import { TextsInput } from './TextsInput.js'

const TYPES = ['scale', 'choice', 'open'] as const

/** /admin/training/evaluatie/wijzigen: what participants are asked about the course. */
export default function EditEvaluationPage() {
  const t = useT()
  return (
    <ActivityEditor type="evaluation">
      {({ draft, values, setValue }) => (
        <Section title={t('learning.question.questions')}>
          <TextsInput name="intro" label={t('learning.editor.field.intro')} languages={draft.course.languages} rows={3} />
          <Questions
            languages={draft.course.languages}
            questions={values.evaluation ?? []}
            change={(next) => setValue('evaluation', next)}
          />
        </Section>
      )}
    </ActivityEditor>
  )
}

interface QuestionsProps {
  languages: readonly string[]
  questions: EvaluationPartQuestion[]
  change: (questions: EvaluationPartQuestion[]) => void
}

function Questions({ languages, questions, change }: QuestionsProps) {
  const t = useT()
  const { errorOf } = useFormState()
  const set = (index: number, part: Partial<EvaluationPartQuestion>) =>
    change(questions.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const move = (index: number, by: -1 | 1) => {
    const next = [...questions]
    next.splice(index + by, 0, ...next.splice(index, 1))
    change(next)
  }
  const add = () => {
    const key = keyOf(t('learning.question.key', { number: questions.length + 1 }), new Set(questions.map((one) => one.key)))
    change([...questions, { key, type: 'scale', text: {}, mandatory: true, answers: [] }])
  }
  const addAnswer = (index: number) => {
    const { answers } = questions[index]!
    const key = keyOf(t('learning.question.answer_key', { number: answers.length + 1 }), new Set(answers.map((one) => one.key)))
    set(index, { answers: [...answers, { key, text: {} }] })
  }
  const error = errorOf('questions')
  return (
    <>
      {error && <FormHelperText error>{error}</FormHelperText>}
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {questions.map((question, index) => {
          const name = t('learning.question.number', { number: index + 1 })
          const path = `evaluation.${index}`
          const answersError = errorOf(`${path}.answers`)
          return (
            <Stack component="li" key={question.key} sx={{ gap: 3, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}>
              <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
                <Typography sx={{ fontWeight: 600, mr: 1 }}>{name}</Typography>
                <TextField
                  select
                  hiddenLabel
                  value={question.type}
                  slotProps={{ select: { SelectDisplayProps: { 'aria-label': `${name}: ${t('learning.question.kind')}` } } }}
                  onChange={(event) => set(index, { type: event.target.value as EvaluationPartQuestion['type'] })}
                  sx={{ minWidth: 220 }}
                >
                  {TYPES.map((type) => (
                    <MenuItem key={type} value={type}>
                      {t(`learning.question.type_${type}`)}
                    </MenuItem>
                  ))}
                </TextField>
                <Box sx={{ flex: 1 }}>
                  <CheckInput name={`${path}.mandatory`} label={t('learning.editor.field.mandatory')} />
                </Box>
                <IconButton aria-label={t('core.form.move_up', { what: name })} disabled={index === 0} onClick={() => move(index, -1)}>
                  <Icon name="up" />
                </IconButton>
                <IconButton
                  aria-label={t('core.form.move_down', { what: name })}
                  disabled={index === questions.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <Icon name="down" />
                </IconButton>
                <IconButton
                  aria-label={t('core.form.remove', { what: name })}
                  onClick={() => change(questions.filter((one) => one !== question))}
                >
                  <Icon name="delete" />
                </IconButton>
              </Stack>
              <TextsInput name={`${path}.text`} label={t('learning.editor.field.text')} languages={languages} maxLength={2000} />
              {question.type === 'choice' && (
                <Stack sx={{ gap: 3 }}>
                  {answersError && <FormHelperText error>{answersError}</FormHelperText>}
                  {question.answers.map((answer, at) => (
                    <Stack key={answer.key} direction="row" sx={{ gap: 2, alignItems: 'flex-end' }}>
                      <Box sx={{ flex: 1 }}>
                        <TextsInput
                          name={`${path}.answers.${at}.text`}
                          label={t('learning.question.answer', { number: at + 1 })}
                          languages={languages}
                          maxLength={2000}
                        />
                      </Box>
                      <IconButton
                        aria-label={t('core.form.remove', { what: t('learning.question.answer', { number: at + 1 }) })}
                        onClick={() => set(index, { answers: question.answers.filter((one) => one !== answer) })}
                      >
                        <Icon name="delete" />
                      </IconButton>
                    </Stack>
                  ))}
                  <Button startIcon={<Icon name="add" />} onClick={() => addAnswer(index)} sx={{ alignSelf: 'flex-start' }}>
                    {t('learning.question.add_answer')}
                  </Button>
                </Stack>
              )}
            </Stack>
          )
        })}
      </Stack>
      <Button startIcon={<Icon name="add" />} onClick={add} sx={{ alignSelf: 'flex-start' }}>
        {t('learning.question.add')}
      </Button>
    </>
  )
}
