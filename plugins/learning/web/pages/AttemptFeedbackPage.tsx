import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useNavigate } from 'react-router'
import type { AttemptResult } from '#plugins/learning/server/transformers/attempt_transformer'
import { useT } from '#web/i18n'
import { Icon, LoadingState, PageHeader, ToneChip } from '#web/ui'
import { StepFooter } from '../components/StepFooter.js'
import { PageProblem } from '../components/StepProblem.js'
import { activityPath, resultPath } from '../paths.js'
import { useAttemptResult } from '../queries.js'
import { useIds } from '../use_ids.js'

/** Question by question: what one answered, what was right where the quiz shows it, and why. */
export default function AttemptFeedbackPage() {
  const t = useT()
  const navigate = useNavigate()
  const { attempt } = useIds('attempt')
  const { data, error, isPending, refetch } = useAttemptResult(attempt)
  if (isPending) return <LoadingState shape="page" count={6} />
  if (error)
    return <PageProblem error={error} of="attempt" title={t('learning.quiz.result_failed_to_load')} onRetry={() => void refetch()} />
  const result = data.data
  const quiz = activityPath(result.participation, { id: result.activity, type: 'quiz' })
  return (
    <>
      <PageHeader
        title={t('learning.quiz.feedback_title')}
        text={result.title}
        trail={[{ label: t('learning.quiz.result_title'), to: resultPath(result.id) }]}
      />
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 4 }}>
        {result.questions.map((question) => (
          <QuestionFeedback key={question.id} question={question} />
        ))}
      </Stack>
      <StepFooter
        main={
          <Button variant="contained" size="large" onClick={() => void navigate(quiz)}>
            {t('learning.quiz.to_quiz')}
          </Button>
        }
      />
    </>
  )
}

function QuestionFeedback({ question }: { question: AttemptResult['questions'][number] }) {
  const t = useT()
  return (
    <Paper component="li" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
      <Stack sx={{ gap: 3 }}>
        <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'flex-start' }}>
          <Typography variant="h3" component="h2">
            {question.position}. {question.text}
          </Typography>
          {question.correct ? (
            <ToneChip tone="success" icon="success" label={t('learning.quiz.correct')} />
          ) : (
            <ToneChip tone="error" icon="error" label={t('learning.quiz.incorrect')} />
          )}
        </Stack>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 2 }}>
          {question.answers.map((answer) => (
            <Stack
              component="li"
              key={answer.key}
              direction={{ xs: 'column', sm: 'row' }}
              sx={{
                gap: { xs: 1, sm: 3 },
                px: 3,
                py: 2,
                borderRadius: '8px',
                border: 1,
                borderColor: answer.given ? 'text.secondary' : 'divider',
                bgcolor: answer.given ? 'action.hover' : undefined,
                justifyContent: 'space-between',
              }}
            >
              <Typography>{answer.text}</Typography>
              <Stack direction="row" sx={{ gap: 3, flexShrink: 0, color: 'text.secondary', alignItems: 'center' }}>
                {answer.given && <Typography variant="body2">{t('learning.quiz.your_answer')}</Typography>}
                {answer.correct && (
                  <Stack direction="row" sx={{ gap: 1, alignItems: 'center', color: 'success.main' }}>
                    <Icon name="success" sx={{ fontSize: 18 }} />
                    <Typography variant="body2" sx={{ fontWeight: 600 }}>
                      {t('learning.quiz.right_answer')}
                    </Typography>
                  </Stack>
                )}
              </Stack>
            </Stack>
          ))}
        </Box>
        {question.feedback && <Typography sx={{ maxWidth: '70ch' }}>{question.feedback}</Typography>}
      </Stack>
    </Paper>
  )
}
