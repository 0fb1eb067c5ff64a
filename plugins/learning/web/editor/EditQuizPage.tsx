import { Box } from '@mui/material'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { CheckInput, Section, SlotOutlet } from '#web/ui'
import { recordedQuizEditorSlot } from '../../contract/recording.js'
import { BlueprintInput } from './BlueprintInput.js'
import { ActivityEditor } from './ActivityEditor.js'
import { LessonInput } from './LessonInput.js'
import { NumberInput } from './NumberInput.js'
import { QuizQuestions } from './QuizQuestions.js'
import { TextsInput } from './TextsInput.js'

const FLAGS = ['practice', 'countsForProgress', 'correctAnswerVisible', 'feedbackVisible', 'hasVideo'] as const
const columns = { display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const

/** /admin/training/quiz/wijzigen: the rules of a quiz and the questions it asks. */
export default function EditQuizPage() {
  const t = useT()
  const field = (name: string) => t(`learning.editor.field.${name}`)
  return (
    <ActivityEditor type="quiz">
      {({ draft, activity, values, setValue }) => (
        <>
          <Section title={t('learning.question.questions')}>
            <TextsInput name="intro" label={field('intro')} languages={draft.course.languages} rows={3} />
            <QuizQuestions
              draft={draft}
              activity={activity}
              questions={values.questions ?? []}
              change={(next) => setValue('questions', next)}
            />
          </Section>
          <Section title={t('learning.question.rules')}>
            <Box sx={columns}>
              <NumberInput name="quiz.passPercentage" label={field('passPercentage')} suffix="%" required />
              {!values.quiz?.blueprint?.length && (
                <NumberInput
                  name="quiz.questionsPerAttempt"
                  label={field('questionsPerAttempt')}
                  help={field('questionsPerAttempt_help')}
                />
              )}
              <NumberInput name="quiz.maxAttempts" label={field('maxAttempts')} help={field('maxAttempts_help')} />
              <NumberInput
                name="quiz.daysUntilNewAttempts"
                label={field('daysUntilNewAttempts')}
                help={field('daysUntilNewAttempts_help')}
                required
              />
              <NumberInput
                name="quiz.timeLimitMinutes"
                label={field('timeLimitMinutes')}
                help={field('timeLimitMinutes_help')}
                suffix={t('learning.editor.minutes')}
              />
              <NumberInput
                name="quiz.validDays"
                label={field('validDays')}
                help={field('validDays_help')}
                suffix={t('learning.editor.days')}
              />
              <LessonInput
                draft={draft}
                name="quiz.lesson"
                label={field('lesson')}
                none={field('lesson_none')}
                help={field('lesson_quiz_help')}
              />
            </Box>
            <BlueprintInput
              value={values.quiz?.blueprint ?? []}
              topics={topicsOf(draft, activity, values.questions ?? [])}
              change={(next) => {
                setValue('quiz.blueprint', next)
                // The topics determine the number.
                if (next) setValue('quiz.questionsPerAttempt', null)
              }}
            />
            {/* Practice never counts, so there is no choice. */}
            {FLAGS.filter((name) => name !== 'countsForProgress' || !values.quiz?.practice).map((name) => (
              <CheckInput key={name} name={`quiz.${name}`} label={field(name)} look="switch" />
            ))}
            <CheckInput name="quiz.onLocation" label={field('onLocation')} help={field('onLocation_help')} look="switch" />
            {values.quiz?.hasVideo && (
              <>
                <CheckInput name="quiz.recordScreen" label={field('recordScreen')} help={field('recordScreen_help')} look="switch" />
                <CheckInput name="quiz.safeBrowser" label={field('safeBrowser')} help={field('safeBrowser_help')} look="switch" />
                {values.quiz.safeBrowser && <SlotOutlet slot={recordedQuizEditorSlot} with={{ course: draft.id, activity }} />}
              </>
            )}
          </Section>
        </>
      )}
    </ActivityEditor>
  )
}

/** The tags of a quiz's questions, and how many have each. */
function topicsOf(draft: Draft, activity: string, questions: readonly string[]): Map<string, number> {
  const topics = new Map<string, number>()
  for (const key of questions)
    for (const tag of draft.questions[`${activity}/${key}`]?.tags ?? []) topics.set(tag, (topics.get(tag) ?? 0) + 1)
  return topics
}
