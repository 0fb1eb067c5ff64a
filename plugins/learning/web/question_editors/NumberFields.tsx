import { Box } from '@mui/material'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { useFormState } from '#web/ui'
import { NumberInput } from '../editor/NumberInput.js'
import { TextsInput } from '../editor/TextsInput.js'
import { AnswerList } from './AnswerList.js'
import type { QuestionFieldsProps } from './fields.js'

/** The right values, each with its tolerance, and the unit behind the field. */
export default function NumberFields({ question: { content }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue } = useFormState()
  const ranges = (content.ranges ?? []).map((range, index) => ({ ...range, key: String(index) }))
  const change = (next: QuestionPart['content']['ranges']) => setValue('content', { ...content, ranges: next })
  const plain = ranges.map(({ value, tolerance }) => ({ value, tolerance }))
  const name = (number: number) => t('learning.question.value_number', { number })
  return (
    <>
      <AnswerList
        label={t('learning.question.values')}
        items={ranges}
        path="content.ranges"
        itemLabel={name}
        addLabel={t('learning.question.add_value')}
        onAdd={() => change([...plain, { value: 0, tolerance: 0 }])}
        onRemove={(index) => change(plain.toSpliced(index, 1))}
      >
        {(_, index) => (
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <NumberInput name={`content.ranges.${index}.value`} label={t('learning.question.value')} required step="any" />
            <NumberInput name={`content.ranges.${index}.tolerance`} label={t('learning.question.tolerance')} step="any" />
          </Box>
        )}
      </AnswerList>
      <TextsInput name="content.unit" label={t('learning.question.unit')} languages={languages} maxLength={50} optional />
    </>
  )
}
