import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { useFormState } from '#web/ui'
import { TextsInput } from '../editor/TextsInput.js'
import { AnswerList, moved } from './AnswerList.js'
import { uniqueKey, type QuestionFieldsProps } from './fields.js'

/** The items to arrange, in the right order. */
export default function OrderFields({ question: { answers }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue } = useFormState()
  const change = (next: QuestionPart['answers']) => setValue('answers', next)
  const name = (number: number) => t('learning.question.item', { number })
  return (
    <AnswerList
      label={t('learning.question.items')}
      items={answers}
      path="answers"
      itemLabel={name}
      addLabel={t('learning.question.add_item')}
      onAdd={() => change([...answers, { key: uniqueKey(answers), text: {}, correct: false }])}
      onRemove={(index) => change(answers.toSpliced(index, 1))}
      onMove={(index, by) => change(moved(answers, index, by))}
    >
      {(_, index) => <TextsInput name={`answers.${index}.text`} label={name(index + 1)} languages={languages} maxLength={2000} />}
    </AnswerList>
  )
}
