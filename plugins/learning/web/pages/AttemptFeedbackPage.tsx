import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useNavigate } from 'react-router'
import type { AttemptResult } from '#plugins/learning/server/transformers/attempt_transformer'
import { useT } from '#web/i18n'
import { LoadingState, PageHeader, ToneChip } from '#web/ui'
import { Explanation } from '../components/Explanation.js'
import { QuestionPicture } from '../components/QuestionCard.js'
import { StepFooter } from '../components/StepFooter.js'
import { PageProblem } from '../components/StepProblem.js'
import { useStartAttempt } from '../components/use_start_attempt.js'
import { questionView } from '../question_types/index.js'
import { useCourse, useAttemptResult } from '../queries.js'
import { isPhoneOrTablet } from '../device.js'
import { coursePath, resultPath } from '../paths.js'
import { useIds } from '../use_ids.js'

/** Question by question, wrong ones first: what one answered, what was right where the quiz shows it, why, and where to read it. */
export default function AttemptFeedbackPage() {
  const t = useT()
  const { attempt } = useIds('attempt')
  const { data, error, isPending, refetch } = useAttemptResult(attempt)
  if (isPending) return <LoadingState shape="page" count={6} />
  if (error)
    return <PageProblem error={error} of="attempt" title={t('learning.quiz.result_failed_to_load')} onRetry={() => void refetch()} />
  return <Feedback result={data.data} />
}

function Feedback({ result }: { result: AttemptResult }) {
  const t = useT()
  const navigate = useNavigate()
  const course = useCourse(result.participation).data?.data
  const start = useStartAttempt(result.participation, result.activity)
  const wrong = result.questions.filter(({ correct }) => !correct)
  const right = result.questions.filter(({ correct }) => correct)
  const canRetry = result.status === 'failed' && !result.used_up && course?.status === 'busy' && !isPhoneOrTablet()
  const toCourse = () => void navigate(coursePath(result.participation))
  return (
    <>
      <PageHeader
        title={t('learning.quiz.feedback_title')}
        text={result.title}
        trail={[{ label: t('learning.quiz.result_title'), to: resultPath(result.id) }]}
      />
      <Stack sx={{ gap: 8 }}>
        <Group title={t('learning.quiz.wrong_questions', { count: wrong.length })} questions={wrong} participation={result.participation} />
        <Group title={t('learning.quiz.right_questions', { count: right.length })} questions={right} participation={result.participation} />
      </Stack>
      <StepFooter
        {...(canRetry && { back: { label: t('learning.course.back'), onClick: toCourse } })}
        main={
          canRetry ? (
            <Button variant="contained" size="large" loading={start.isPending} onClick={() => start.mutate(undefined)}>
              {t('learning.quiz.again')}
            </Button>
          ) : (
            <Button variant="contained" size="large" onClick={toCourse}>
              {t('learning.course.back')}
            </Button>
          )
        }
      />
    </>
  )
}

interface GroupProps {
  title: string
  questions: AttemptResult['questions']
  participation: number
}

function Group({ title, questions, participation }: GroupProps) {
  if (!questions.length) return null
  return (
    <Stack component="section" sx={{ gap: 4 }}>
      <Typography variant="h2">{title}</Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {questions.map((question) => (
          <QuestionFeedback key={question.id} question={question} participation={participation} />
        ))}
      </Stack>
    </Stack>
  )
}

function QuestionFeedback({ question, participation }: { question: AttemptResult['questions'][number]; participation: number }) {
  const t = useT()
  const { tones } = useTheme()
  const isRight = question.correct === true
  const tone = isRight ? 'success' : 'error'
  const { Review, showsPicture } = questionView(question)
  return (
    <Paper component="li" variant="outlined" sx={{ p: { xs: 4, sm: 6 }, borderLeft: `4px solid ${tones[tone].text}` }}>
      <Stack sx={{ gap: 4 }}>
        <Stack
          direction={{ xs: 'column-reverse', sm: 'row' }}
          sx={{ gap: { xs: 2, sm: 4 }, justifyContent: 'space-between', alignItems: 'flex-start' }}
        >
          <Typography variant="h3" sx={{ fontSize: '1.125rem', lineHeight: '26px' }}>
            {question.text}
          </Typography>
          <ToneChip
            tone={tone}
            icon={isRight ? 'success' : 'canceled'}
            label={t(isRight ? 'learning.quiz.correct' : 'learning.quiz.incorrect')}
          />
        </Stack>
        {question.picture && !showsPicture && <QuestionPicture picture={question.picture} />}
        <Review question={question} isRight={isRight} />
        <Explanation isRight={isRight} text={question.feedback} lesson={isRight ? null : question.lesson} participation={participation} />
      </Stack>
    </Paper>
  )
}
