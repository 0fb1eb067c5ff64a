import { Button, Paper, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link } from 'react-router'
import type { AttemptResult } from '#plugins/learning/server/transformers/attempt_transformer'
import { useT } from '#web/i18n'
import { ToneChip } from '#web/ui'
import { withdrawPath } from '../editor/editor_paths.js'
import { Explanation } from './Explanation.js'
import { questionView } from '../question_types/index.js'
import { QuestionPicture } from './QuestionCard.js'

interface QuestionReviewProps {
  questions: AttemptResult['questions']
  participation: number
  /** Shows a link with which an editor withdraws a question. */
  mayWithdraw?: boolean
  /** The company whose own course it is, for an admin. */
  withdrawIn?: number | null
}

/** A submitted attempt question by question, wrong ones first: for the person who took it and, within `ReviewOf`, for a supervisor. */
export function QuestionReview({ questions, participation, mayWithdraw = false, withdrawIn = null }: QuestionReviewProps) {
  const t = useT()
  const wrong = questions.filter(({ correct }) => !correct)
  const right = questions.filter(({ correct }) => correct)
  return (
    <Stack sx={{ gap: 8 }}>
      <Group
        title={t('learning.quiz.wrong_questions', { count: wrong.length })}
        questions={wrong}
        participation={participation}
        mayWithdraw={mayWithdraw}
        withdrawIn={withdrawIn}
      />
      <Group
        title={t('learning.quiz.right_questions', { count: right.length })}
        questions={right}
        participation={participation}
        mayWithdraw={mayWithdraw}
        withdrawIn={withdrawIn}
      />
    </Stack>
  )
}

interface GroupProps {
  title: string
  questions: AttemptResult['questions']
  participation: number
  /** Shows a link with which an editor withdraws a question. */
  mayWithdraw?: boolean
  /** The company whose own course it is, for an admin. */
  withdrawIn?: number | null
}

function Group({ title, questions, participation, mayWithdraw = false, withdrawIn = null }: GroupProps) {
  if (!questions.length) return null
  return (
    <Stack component="section" sx={{ gap: 4 }}>
      <Typography variant="h2">{title}</Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {questions.map((question) => (
          <QuestionFeedback
            key={question.id}
            question={question}
            participation={participation}
            mayWithdraw={mayWithdraw}
            withdrawIn={withdrawIn}
          />
        ))}
      </Stack>
    </Stack>
  )
}

interface FeedbackProps {
  question: AttemptResult['questions'][number]
  participation: number
  mayWithdraw: boolean
  withdrawIn: number | null
}

function QuestionFeedback({ question, participation, mayWithdraw, withdrawIn }: FeedbackProps) {
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
          <Typography variant="h3" dir="auto" sx={{ fontSize: '1.125rem', lineHeight: '26px', flexGrow: 1, alignSelf: 'stretch' }}>
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
        {question.withdrawn && <ToneChip tone="info" icon="info" label={t('learning.quiz.withdrawn')} />}
        {mayWithdraw && !question.withdrawn && (
          <Button component={Link} to={withdrawPath(question.id, withdrawIn)} sx={{ alignSelf: 'flex-start' }}>
            {t('learning.withdraw.open')}
          </Button>
        )}
        <Explanation isRight={isRight} text={question.feedback} lesson={isRight ? null : question.lesson} participation={participation} />
      </Stack>
    </Paper>
  )
}
