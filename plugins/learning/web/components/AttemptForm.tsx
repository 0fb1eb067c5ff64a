import { Alert, Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { api, queryClient, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { PageHeader, Progress, ToneChip, useConfirm, type ToneChipProps } from '#web/ui'
import { activityPath, resultPath } from '../paths.js'
import { REFRESH_ALL, runningAttemptKey } from '../queries.js'
import { QuestionCard } from './QuestionCard.js'
import { StepFooter } from './StepFooter.js'
import { useAnswers, type SaveState } from './use_answers.js'

const SAVE_LOOK = {
  saved: { label: 'learning.quiz.saved', tone: 'success', icon: 'success' },
  saving: { label: 'learning.quiz.saving', tone: 'neutral', icon: 'busy' },
  waiting: { label: 'learning.quiz.not_saved', tone: 'warning', icon: 'offline' },
} as const satisfies Record<SaveState, Omit<ToneChipProps, 'label'> & { label: string }>

/** Whether the answers are on the server; that one is not must not be overlooked. */
function SaveNotice({ state }: { state: SaveState }) {
  const t = useT()
  const { label, tone, icon } = SAVE_LOOK[state]
  return <ToneChip tone={tone} icon={icon} label={t(label)} />
}

/** One question at a time; which one stands in the address, so that the browser's "back" works as people expect. */
export function AttemptForm({ attempt }: { attempt: RunningAttempt }) {
  const t = useT()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const confirm = useConfirm()
  const [params, setParams] = useSearchParams()
  const [failure, setFailure] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const [moved, setMoved] = useState(false)
  const { questions } = attempt
  const total = questions.length
  const quiz = activityPath(attempt.participation, { id: attempt.activity, type: 'quiz' })
  const { answers, answer, state, saveAll } = useAnswers(attempt, () => {
    void queryClient.invalidateQueries({ queryKey: runningAttemptKey(attempt.id) })
  })
  const isAnswered = (id: number) => (answers[id]?.length ?? 0) > 0
  const firstOpen = questions.findIndex(({ id }) => !isAnswered(id))
  const [startAt] = useState(firstOpen === -1 ? total - 1 : firstOpen)
  const asked = Number(params.get('vraag'))
  const index = Number.isInteger(asked) && asked >= 1 && asked <= total ? asked - 1 : startAt
  const question = questions[index]!
  const answeredCount = questions.filter(({ id }) => isAnswered(id)).length

  const submit = useApiMutation(() => api.learning.attempts.submit({ params: { attempt: attempt.id } }), {
    refresh: REFRESH_ALL,
    onSuccess: () => void navigate(resultPath(attempt.id), { replace: true }),
    quiet: true,
    onError: (error) => {
      // Sent twice, or from another tab: it is in.
      if (error.code === 'attempt_already_submitted') return void navigate(resultPath(attempt.id), { replace: true })
      const isKnown = error.status >= 400 && error.status < 500 && !error.isValidation
      setFailure(isKnown ? ofError(error, 'learning') : t('learning.errors.attempt_not_saved'))
    },
  })

  const goTo = (position: number) => {
    setMissing(false)
    setMoved(true)
    setParams({ vraag: String(position + 1) })
  }
  const goOn = async () => {
    if (!isAnswered(question.id)) return setMissing(true)
    if (index < total - 1) return goTo(index + 1)
    if (firstOpen !== -1) return goTo(firstOpen)
    if (
      !(await confirm({
        title: t('learning.quiz.submit_title'),
        text: t('learning.quiz.submit_text', { total }),
        confirmLabel: t('learning.quiz.submit_confirm'),
        cancelLabel: t('learning.quiz.keep_going'),
      }))
    )
      return
    setFailure(null)
    if (await saveAll()) submit.mutate(undefined)
    else setFailure(t('learning.errors.attempt_not_saved'))
  }

  return (
    <>
      <PageHeader
        title={attempt.title}
        // The bars are hidden here: this is the one way out, and it says that nothing is lost.
        trail={[{ label: t('learning.quiz.pause'), to: quiz }]}
      />
      <Stack sx={{ gap: 5 }}>
        <Progress
          value={(answeredCount / total) * 100}
          label={t('learning.quiz.question', { position: index + 1, total })}
          text={t('learning.quiz.answered_count', { count: answeredCount })}
        />
        <QuestionCard
          key={question.id}
          question={question}
          takeFocus={moved}
          given={answers[question.id] ?? []}
          error={missing ? t('learning.quiz.answer_first') : null}
          onChange={(given) => {
            setMissing(false)
            answer(question.id, given)
          }}
        />
        <Box role="status" sx={{ minHeight: 24, alignSelf: 'flex-end', mt: -2 }}>
          {/* Before the first answer there is nothing that could be saved. */}
          {answeredCount > 0 && <SaveNotice state={state} />}
        </Box>
      </Stack>
      {/* Beside the button that was pressed, until the next try: a toast would be gone before the network is back. */}
      {failure && (
        <Alert severity="error" role="alert" sx={{ mt: 4 }}>
          {failure}
        </Alert>
      )}
      <StepFooter
        back={index > 0 ? { label: t('learning.quiz.previous'), onClick: () => goTo(index - 1) } : undefined}
        main={
          <Button variant="contained" size="large" loading={submit.isPending} onClick={() => void goOn()}>
            {t(index < total - 1 || firstOpen !== -1 ? 'learning.quiz.next' : 'learning.quiz.submit')}
          </Button>
        }
      />
      {/* After "next": who goes by keyboard does not pass all the numbers at each question. */}
      <QuestionNav questions={questions} current={index} isAnswered={isAnswered} goTo={goTo} />
    </>
  )
}

interface QuestionNavProps {
  questions: RunningAttempt['questions']
  current: number
  isAnswered: (id: number) => boolean
  goTo: (index: number) => void
}

/** Small numbered steps: which questions have an answer, and the way to each. */
function QuestionNav({ questions, current, isAnswered, goTo }: QuestionNavProps) {
  const t = useT()
  return (
    <Box component="nav" aria-label={t('learning.quiz.questions')} sx={{ mt: 8 }}>
      <Stack
        component="ol"
        direction="row"
        sx={{ listStyle: 'none', p: 0, m: 0, gap: 1, flexWrap: 'wrap', justifyContent: { sm: 'center' } }}
      >
        {questions.map(({ id, position }, index) => (
          <li key={id}>
            <Button
              size="small"
              variant={index === current ? 'contained' : 'outlined'}
              color={index === current ? 'primary' : 'inherit'}
              aria-current={index === current ? 'step' : undefined}
              aria-label={`${t('learning.quiz.question', { position, total: questions.length })}, ${t(isAnswered(id) ? 'learning.quiz.answered' : 'learning.quiz.not_answered')}`}
              onClick={() => goTo(index)}
              sx={{
                minWidth: { xs: 44, md: 36 },
                px: 0,
                borderStyle: isAnswered(id) ? 'solid' : 'dashed',
                fontWeight: isAnswered(id) ? 700 : 400,
              }}
            >
              {position}
            </Button>
          </li>
        ))}
      </Stack>
    </Box>
  )
}
