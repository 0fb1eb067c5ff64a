import { Checkbox, FormControlLabel, Radio } from '@mui/material'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { useFormState } from '#web/ui'
import { TextsInput } from '../editor/TextsInput.js'
import { AnswerList } from './AnswerList.js'
import { uniqueKey, type QuestionFieldsProps } from './fields.js'

type Answers = QuestionPart['answers']

/** The answers of a choice question, each with its text in each language and whether it is right. */
export default function ChoiceFields({ question: { type, answers }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue } = useFormState()
  const isOne = type !== 'multiple'
  const isFixed = type === 'true_false'
  const Control = isOne ? Radio : Checkbox
  const change = (next: Answers) => setValue('answers', next)
  const mark = (index: number, correct: boolean) =>
    change(answers.map((one, at) => (at === index ? { ...one, correct } : isOne ? { ...one, correct: false } : one)))
  const name = (number: number) => t('learning.question.answer', { number })
  return (
    <AnswerList
      label={t('learning.editor.field.answers')}
      items={answers}
      path="answers"
      itemLabel={name}
      addLabel={t('learning.question.add_answer')}
      {...(!isFixed && {
        onAdd: () => change([...answers, { key: uniqueKey(answers), text: {}, correct: false }]),
        onRemove: (index: number) => change(answers.toSpliced(index, 1)),
      })}
      head={(answer, index) => (
        <FormControlLabel
          control={<Control checked={answer.correct} onChange={(_event, checked: boolean) => mark(index, checked)} />}
          label={t('learning.editor.field.correct')}
        />
      )}
    >
      {(_, index) => <TextsInput name={`answers.${index}.text`} label={name(index + 1)} languages={languages} maxLength={2000} />}
    </AnswerList>
  )
}
