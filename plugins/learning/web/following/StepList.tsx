import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { Link as RouterLink } from 'react-router'
import { activityStatuses, attemptStatuses } from '#plugins/learning/contract/statuses'
import type { InsightsPage as Insights } from '#plugins/learning/server/transformers/insights_transformer'
import { useFormat, useT } from '#web/i18n'
import { Icon, Section, StatusChip } from '#web/ui'
import { attemptInsightPath } from '../paths.js'

type Step = Insights['modules'][number]['steps'][number]
type Attempt = Step['attempts'][number]

interface StepListProps {
  insights: Insights
  mayRetry: boolean
  onRetry: (activity: { id: number; title: string }) => void
  mayConfirm: boolean
  onConfirm: (activity: { id: number; title: string }) => void
}

/** Each step with the person's progress, and for quizzes each attempt. */
export function StepList({ insights, ...acts }: StepListProps) {
  return (
    <Stack sx={{ gap: 5 }}>
      {insights.modules.map((module) => (
        <Section key={module.id} title={module.title} flush>
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
            {module.steps.map((step) => (
              <StepRow key={step.id} step={step} {...acts} />
            ))}
          </Stack>
        </Section>
      ))}
    </Stack>
  )
}

const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60))

function StepRow({ step, mayRetry, onRetry, mayConfirm, onConfirm }: { step: Step } & Omit<StepListProps, 'insights'>) {
  const t = useT()
  const format = useFormat()
  const packages = step.packages.reduce((sum, { seconds }) => sum + seconds, 0)
  const spent = step.attempts.reduce((sum, { seconds }) => sum + (seconds ?? 0), step.read_seconds + packages)
  const facts = [
    t(`learning.activity.${step.type}`),
    step.opened_at && t('learning.insights.opened', { date: format.dateTime(step.opened_at) }),
    step.finished_at && t('learning.insights.done', { date: format.dateTime(step.finished_at) }),
    spent > 0 && t('learning.insights.spent', { time: format.minutes(minutesOf(spent)) }),
  ].filter(Boolean)
  // A step that was never opened has no details.
  const watched = step.opened_at ? step.videos : []
  const usedUp = step.attempts_left?.used_up === true
  const newFrom = step.attempts_left?.available_from ?? null
  const stuck = usedUp || (step.type === 'quiz' && step.status === 'failed')
  return (
    <Box
      component="li"
      sx={{ px: { xs: 4, sm: 5 }, py: 4, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
    >
      <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{step.title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {facts.join(' · ')}
          </Typography>
          {step.packages.map((item, index) => (
            <PackageItem key={index} item={item} />
          ))}
          {watched.map(({ title, percent }) => (
            <Typography key={title} variant="body2" sx={{ color: 'text.secondary' }}>
              {t('learning.video.insight', { title, percent })}
            </Typography>
          ))}
        </Box>
        <Box sx={{ flexShrink: 0 }}>
          <StatusChip of={activityStatuses} status={step.status} />
        </Box>
      </Stack>
      {step.attempts.length > 0 && (
        <Stack component="ol" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0, gap: 2 }}>
          {step.attempts.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} />
          ))}
        </Stack>
      )}
      {step.may_confirm && mayConfirm && (
        <Stack direction="row" sx={{ mt: 3, gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="body2">
            {t(step.status === 'waiting' ? 'learning.confirm.reported' : 'learning.confirm.not_reported')}
          </Typography>
          <Button
            size="small"
            variant={step.status === 'waiting' ? 'contained' : 'outlined'}
            startIcon={<Icon name="check" />}
            aria-label={t('learning.confirm.of', { step: step.title })}
            onClick={() => onConfirm({ id: step.id, title: step.title })}
          >
            {t('learning.confirm.submit')}
          </Button>
        </Stack>
      )}
      {stuck && (
        <Stack direction="row" sx={{ mt: 3, gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="body2" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            <Icon name="blocked" sx={{ fontSize: 16 }} />
            {!usedUp
              ? t('learning.status.activity.failed')
              : newFrom
                ? t('learning.insights.used_up_until', { date: format.dateTime(newFrom) })
                : t('learning.insights.used_up')}
          </Typography>
          {mayRetry && (
            <Button
              size="small"
              variant="outlined"
              startIcon={<Icon name="retry" />}
              aria-label={t('learning.act.retry_of', { step: step.title })}
              onClick={() => onRetry({ id: step.id, title: step.title })}
            >
              {t('learning.act.retry')}
            </Button>
          )}
        </Stack>
      )}
    </Box>
  )
}

/** One item of a package: its status, and the answers given in it. */
function PackageItem({ item: { title, state, score, interactions } }: { item: Step['packages'][number] }) {
  const t = useT()
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[title, t(`learning.scorm.state.${state}`), score !== null && `${score}%`].filter(Boolean).join(' · ')}
      </Typography>
      {interactions.length > 0 && (
        <Box component="details" sx={{ my: 1 }}>
          <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', py: 1 }}>
            {t('learning.scorm.interactions', { count: interactions.length })}
          </Typography>
          <Stack component="ol" sx={{ m: 0, pl: 5, gap: 1 }}>
            {interactions.map(({ question, response, result }, index) => (
              <Typography key={index} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {[question, response, result && t(`learning.scorm.interaction.${result}`)].filter(Boolean).join(' · ')}
              </Typography>
            ))}
          </Stack>
        </Box>
      )}
    </>
  )
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const t = useT()
  const format = useFormat()
  const isRunning = attempt.status === 'busy'
  const facts = [
    format.dateTime(attempt.submitted_at ?? attempt.started_at),
    attempt.grade !== null && `${attempt.grade}%`,
    attempt.seconds !== null && t('learning.insights.time', { time: format.minutes(minutesOf(attempt.seconds)) }),
    isRunning
      ? t('learning.insights.attempt_runs')
      : attempt.feedback_seen_at
        ? t('learning.insights.feedback_seen', { date: format.dateTime(attempt.feedback_seen_at) })
        : t('learning.insights.feedback_not_seen'),
  ].filter(Boolean)
  return (
    <Stack component="li" sx={{ gap: 2, px: 4, py: 3, borderRadius: '8px', border: 1, borderColor: 'divider', bgcolor: 'action.hover' }}>
      <Stack direction="row" sx={{ gap: 3, justifyContent: 'space-between', alignItems: 'center' }}>
        {isRunning ? (
          <Typography sx={{ fontWeight: 600 }}>{t('learning.quiz.attempt', { number: attempt.number })}</Typography>
        ) : (
          <Link component={RouterLink} to={attemptInsightPath(attempt.id)} sx={{ fontWeight: 600, py: 1 }}>
            {t('learning.quiz.attempt', { number: attempt.number })}
          </Link>
        )}
        {!isRunning && <StatusChip of={attemptStatuses} status={attempt.status} />}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {facts.join(' · ')}
      </Typography>
      {attempt.outcomes.length > 0 && <Outcomes outcomes={attempt.outcomes} />}
    </Stack>
  )
}

/** Question by question: an icon each, and a sentence for screen readers. */
function Outcomes({ outcomes }: { outcomes: readonly (boolean | null)[] }) {
  const t = useT()
  const { tones } = useTheme()
  const right = outcomes.filter((outcome) => outcome === true).length
  return (
    <Stack
      direction="row"
      role="img"
      aria-label={t('learning.quiz.score', { correct: right, total: outcomes.length })}
      sx={{ gap: 1, flexWrap: 'wrap' }}
    >
      {outcomes.map((outcome, index) => {
        const tone = tones[outcome ? 'success' : 'error']
        return (
          <Box
            key={index}
            sx={{ width: 24, height: 24, borderRadius: '6px', display: 'grid', placeItems: 'center', bgcolor: tone.soft, color: tone.text }}
          >
            <Icon name={outcome ? 'check' : 'close'} sx={{ fontSize: 16 }} />
          </Box>
        )
      })}
    </Stack>
  )
}
