import { Stack } from '@mui/material'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { useFormState } from '#web/ui'
import { TextsInput } from '../editor/TextsInput.js'
import { AnswerList } from './AnswerList.js'
import { uniqueKey, type QuestionFieldsProps } from './fields.js'

type Options = NonNullable<QuestionPart['content']['options']>

/** Pairs, and options without an item. An item and its option have the same key. */
export default function MatchFields({ question: { answers, content }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue } = useFormState()
  const options: Options = content.options ?? []
  const change = (next: QuestionPart['answers'], nextOptions: Options) => {
    setValue('answers', next)
    setValue('content', { ...content, options: nextOptions })
  }
  const isPaired = (key: string) => answers.some((answer) => answer.key === key)
  const others = options.filter(({ key }) => !isPaired(key))
  const at = (key: string) => options.findIndex((option) => option.key === key)
  const pair = (number: number) => t('learning.question.pair', { number })
  const other = (number: number) => t('learning.question.distractor', { number })
  return (
    <>
      <AnswerList
        label={t('learning.question.pairs')}
        items={answers}
        path="answers"
        itemLabel={pair}
        addLabel={t('learning.question.add_pair')}
        onAdd={() => {
          const key = uniqueKey([...answers, ...options])
          change([...answers, { key, text: {}, correct: false }], [...options, { key, text: {} }])
        }}
        onRemove={(index) => {
          const { key } = answers[index]!
          change(
            answers.toSpliced(index, 1),
            options.filter((option) => option.key !== key),
          )
        }}
      >
        {({ key }, index) => (
          <Stack sx={{ gap: 3 }}>
            <TextsInput name={`answers.${index}.text`} label={pair(index + 1)} languages={languages} maxLength={2000} />
            {at(key) >= 0 && (
              <TextsInput
                name={`content.options.${at(key)}.text`}
                label={t('learning.question.belongs')}
                languages={languages}
                maxLength={2000}
              />
            )}
          </Stack>
        )}
      </AnswerList>
      <AnswerList
        label={t('learning.question.distractors')}
        items={others}
        path="content.options"
        itemLabel={other}
        addLabel={t('learning.question.add_distractor')}
        onAdd={() => change(answers, [...options, { key: uniqueKey([...answers, ...options]), text: {} }])}
        onRemove={(index) =>
          change(
            answers,
            options.filter((option) => option !== others[index]),
          )
        }
      >
        {({ key }, index) => (
          <TextsInput name={`content.options.${at(key)}.text`} label={other(index + 1)} languages={languages} maxLength={2000} />
        )}
      </AnswerList>
    </>
  )
}
