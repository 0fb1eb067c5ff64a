import { Box, Checkbox, FormControlLabel, Typography } from '@mui/material'
import type { QuestionPart } from '#plugins/learning/server/editor/draft_types'
import { useT } from '#web/i18n'
import { useFormState } from '#web/ui'
import { NumberInput } from '../editor/NumberInput.js'
import { TextsInput } from '../editor/TextsInput.js'
import { AnswerList } from './AnswerList.js'
import { uniqueKey, type QuestionFieldsProps } from './fields.js'

const SIDES = ['x', 'y', 'width', 'height'] as const

/** The areas of the question's picture, with their position in per cent of it. */
export default function HotspotFields({ draft, question: { answers, picture }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue } = useFormState()
  const change = (next: QuestionPart['answers']) => setValue('answers', next)
  const name = (number: number) => t('learning.question.area', { number })
  const url = picture ? draft.pictures[picture]?.url : undefined
  return (
    <>
      {url ? (
        <Box sx={{ position: 'relative', maxWidth: 640 }} aria-hidden>
          <Box component="img" src={url} alt="" sx={{ width: '100%', display: 'block', borderRadius: 1 }} />
          {answers.map(({ key, correct, area }, index) =>
            area ? (
              <Box
                key={key}
                style={{ left: `${area.x}%`, top: `${area.y}%`, width: `${area.width}%`, height: `${area.height}%` }}
                sx={{
                  position: 'absolute',
                  border: '3px solid',
                  borderColor: correct ? 'success.main' : 'error.main',
                  bgcolor: 'rgb(255 255 255 / 0.6)',
                  color: '#000',
                  fontWeight: 700,
                  display: 'grid',
                  placeItems: 'center',
                }}
              >
                {index + 1}
              </Box>
            ) : null,
          )}
        </Box>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{t('learning.rules.picture_missing')}</Typography>
      )}
      <AnswerList
        label={t('learning.question.areas')}
        items={answers}
        path="answers"
        itemLabel={name}
        addLabel={t('learning.question.add_area')}
        onAdd={() =>
          change([...answers, { key: uniqueKey(answers), text: {}, correct: false, area: { x: 40, y: 40, width: 20, height: 20 } }])
        }
        onRemove={(index) => change(answers.toSpliced(index, 1))}
        head={(answer, index) => (
          <FormControlLabel
            control={
              <Checkbox
                checked={answer.correct}
                onChange={(_event, correct) => change(answers.map((one, at) => (at === index ? { ...one, correct } : one)))}
              />
            }
            label={t('learning.question.right_area', { number: index + 1 })}
          />
        )}
      >
        {(_, index) => (
          <>
            <TextsInput name={`answers.${index}.text`} label={name(index + 1)} languages={languages} maxLength={2000} />
            <Box sx={{ display: 'grid', gap: 3, mt: 3, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}>
              {SIDES.map((side) => (
                <NumberInput
                  key={side}
                  name={`answers.${index}.area.${side}`}
                  label={t(`learning.question.side_${side}`)}
                  suffix="%"
                  step="any"
                  required
                />
              ))}
            </Box>
          </>
        )}
      </AnswerList>
    </>
  )
}
