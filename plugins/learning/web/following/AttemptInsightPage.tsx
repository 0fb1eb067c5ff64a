import { Box, Stack, Typography } from '@mui/material'
import { attemptStatuses } from '#plugins/learning/contract/statuses'
import type { AttemptInsightPage as AttemptInsight } from '#plugins/learning/server/transformers/insights_transformer'
import { useFormat, useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { LoadingState, PageHeader, SlotOutlet, StatusChip } from '#web/ui'
import { attemptInsightSlot } from '#plugins/learning/contract/recording'
import { ReviewOf } from '../components/MarkedAnswers.js'
import { QuestionReview } from '../components/QuestionReview.js'
import { PageProblem } from '../components/StepProblem.js'
import { insightsPath, totalsPath } from '../paths.js'
import { useAttemptInsight } from '../queries.js'
import { useIds } from '../use_ids.js'

/** /deelnemers/training/quiz/feedback: a person's attempt with every answer, as they see it themselves. */
export default function AttemptInsightPage() {
  const t = useT()
  const { attempt } = useIds('attempt')
  const { data, error, refetch } = useAttemptInsight(attempt)
  usePageTitle(data?.data.person.name)
  if (!data) {
    if (error)
      return <PageProblem error={error} of="attempt" title={t('learning.quiz.result_failed_to_load')} onRetry={() => void refetch()} />
    return <LoadingState shape="page" count={6} />
  }
  return <Page attempt={data.data} />
}

function Page({ attempt }: { attempt: AttemptInsight }) {
  const t = useT()
  const format = useFormat()
  const facts = [
    attempt.submitted_at && format.dateTime(attempt.submitted_at),
    t('learning.quiz.score', { correct: attempt.correct_count, total: attempt.counted }),
    attempt.grade !== null && t('learning.insights.grade_of', { grade: attempt.grade, needed: attempt.pass_percentage }),
  ].filter(Boolean)
  return (
    <>
      <PageHeader
        title={`${attempt.title}, ${t('learning.quiz.attempt', { number: attempt.number }).toLowerCase()}`}
        text={`${attempt.person.name} · ${attempt.course}`}
        trail={[
          { label: t('learning.totals.title'), to: totalsPath() },
          { label: attempt.person.name, to: insightsPath(attempt.participation) },
        ]}
        badge={<StatusChip of={attemptStatuses} status={attempt.status} />}
      />
      <Stack sx={{ gap: 6 }}>
        <Typography sx={{ color: 'text.secondary', mt: -3 }}>
          {facts.join(' · ')}
          <Box component="span" sx={{ display: 'block', '&::first-letter': { textTransform: 'uppercase' } }}>
            {attempt.feedback_seen_at
              ? t('learning.insights.feedback_seen', { date: format.dateTime(attempt.feedback_seen_at) })
              : t('learning.insights.feedback_not_seen')}
          </Box>
        </Typography>
        {attempt.recorded && <SlotOutlet slot={attemptInsightSlot} with={{ attempt: attempt.id }} />}
        <ReviewOf.Provider value="other">
          {/* No links to lessons: only the participant may open them. */}
          <QuestionReview
            questions={attempt.questions.map((question) => ({ ...question, lesson: null }))}
            participation={attempt.participation}
            mayWithdraw={attempt.may_withdraw}
            withdrawIn={attempt.withdraws_in}
          />
        </ReviewOf.Provider>
      </Stack>
    </>
  )
}
