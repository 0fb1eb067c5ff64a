import { Alert, Paper, Stack } from '@mui/material'
import { useNavigate } from 'react-router'
import type { ActivityPage } from '#plugins/learning/server/transformers/course_transformer'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { Form, FormActions, LoadingState, PageHeader, RadioInput, RichText, TextInput, useToast } from '#web/ui'
import { ScaleInput } from '../components/ScaleInput.js'
import { StepProblem } from '../components/StepProblem.js'
import { useStep } from '../components/use_step.js'
import { coursePath } from '../paths.js'
import { useIds } from '../use_ids.js'

type Question = NonNullable<ActivityPage['evaluation']>['questions'][number]

interface Answers {
  answers: Record<string, string>
}

/** A person's evaluation of the course. The draft is stored until it is sent. */
export default function EvaluationPage() {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { participation, activity: id } = useIds('participation', 'activity')
  const { course, activity, error, isPending, retry, trail } = useStep(participation, id)
  usePageTitle(activity?.title)
  if (isPending) return <LoadingState shape="page" count={5} />
  if (error || !activity?.evaluation) return <StepProblem error={error} participation={participation} course={course} onRetry={retry} />
  const { questions } = activity.evaluation
  const isDone = activity.status === 'finished' || course?.status !== 'busy'

  const send = ({ answers: given }: Answers) => {
    const answers = Object.fromEntries(
      questions
        .map((question) => [question.key, given[question.key] ?? ''] as const)
        .filter(([, value]) => value !== '')
        .map(([key, value]) => [key, questions.find((question) => question.key === key)!.type === 'scale' ? Number(value) : value]),
    )
    return api.learning.activities.evaluation({ params: { participation, activity: id }, body: { answers } })
  }

  return (
    <>
      <PageHeader title={activity.title} trail={trail} />
      <Stack sx={{ gap: 5 }}>
        {activity.body && <RichText html={activity.body} />}
        {isDone ? (
          <Alert severity="success">{t('learning.evaluation.done')}</Alert>
        ) : (
          <Form<Answers, unknown>
            initialValues={{ answers: Object.fromEntries(questions.map(({ key }) => [key, ''])) }}
            draftKey={`learning.evaluation.${participation}.${id}`}
            part="learning"
            onSubmit={send}
            onSuccess={() => {
              toast.success(t('learning.evaluation.thanks'))
              void queryClient.invalidateQueries({ queryKey: ['learning'] }).then(() => navigate(coursePath(participation)))
            }}
          >
            <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 }, display: 'grid', gap: 8 }}>
              {questions.map((question) => (
                <QuestionInput key={question.key} question={question} />
              ))}
            </Paper>
            <FormActions submitLabel={t('learning.evaluation.send')} />
          </Form>
        )}
      </Stack>
    </>
  )
}

function QuestionInput({ question }: { question: Question }) {
  const field = { name: `answers.${question.key}`, label: question.text, required: question.mandatory }
  if (question.type === 'scale') return <ScaleInput {...field} />
  if (question.type === 'choice') {
    return <RadioInput {...field} options={question.answers.map(({ key, text }) => ({ value: key, label: text }))} />
  }
  return <TextInput {...field} rows={4} maxLength={4000} />
}
