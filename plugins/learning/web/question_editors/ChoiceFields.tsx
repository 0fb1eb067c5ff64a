import { Box, Button, Checkbox, FormControlLabel, FormHelperText, IconButton, Radio, Stack, Typography } from '@mui/material'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { Icon, useFormState } from '#web/ui'
import { TextsInput } from '../editor/TextsInput.js'
import type { QuestionFieldsProps } from './index.js'

type Answers = QuestionPart['answers']

/** The answers of a question of choice, each with its text in each language and whether it is right. */
export default function ChoiceFields({ question: { type, answers }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue, errorOf } = useFormState()
  const isOne = type !== 'multiple'
  const Control = isOne ? Radio : Checkbox
  const change = (next: Answers) => setValue('answers', next)
  const mark = (index: number, correct: boolean) =>
    change(answers.map((one, at) => (at === index ? { ...one, correct } : isOne ? { ...one, correct: false } : one)))
  const add = () => {
    const taken = new Set(answers.map(({ key }) => key))
    const key = [...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !taken.has(letter)) ?? `a-${answers.length + 1}`
    change([...answers, { key, text: {}, correct: false }])
  }
  const error = errorOf('answers')
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 2, p: 0 }}>
        {t('learning.editor.field.answers')}
      </Typography>
      {error && (
        <FormHelperText error role="alert" sx={{ mb: 2 }}>
          {error}
        </FormHelperText>
      )}
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 3 }}>
        {answers.map((answer, index) => {
          const name = t('learning.question.answer', { number: index + 1 })
          return (
            <Box component="li" key={answer.key} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 3 }}>
              <Stack direction="row" sx={{ alignItems: 'center', mb: 2, gap: 2 }}>
                <FormControlLabel
                  control={<Control checked={answer.correct} onChange={(_event, checked: boolean) => mark(index, checked)} />}
                  label={t('learning.editor.field.correct')}
                  sx={{ flex: 1 }}
                />
                {type !== 'true_false' && (
                  <IconButton
                    aria-label={t('core.form.remove', { what: name })}
                    onClick={() => change(answers.filter((one) => one !== answer))}
                  >
                    <Icon name="delete" />
                  </IconButton>
                )}
              </Stack>
              <TextsInput name={`answers.${index}.text`} label={name} languages={languages} maxLength={2000} />
            </Box>
          )
        })}
      </Stack>
      {type !== 'true_false' && (
        <Button startIcon={<Icon name="add" />} onClick={add} sx={{ mt: 3 }}>
          {t('learning.question.add_answer')}
        </Button>
      )}
    </Box>
  )
}
