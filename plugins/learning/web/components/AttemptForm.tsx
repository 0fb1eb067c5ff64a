import { Box, Button, Stack } from '@mui/material'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { TimedAttempt } from '../queries.js'
import { queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { RichText, SlotOutlet } from '#web/ui'
import { recordedAttemptSlot } from '#plugins/learning/contract/recording'
import { runningAttemptKey } from '../queries.js'
import { AttemptFrame } from './AttemptFrame.js'
import { type ChangeHow, questionView } from '../question_types/index.js'
import { QuestionCard } from './QuestionCard.js'
import { onQuizKey } from './quiz_keys.js'
import { TimeLeft } from './TimeLeft.js'
import { useAnswers } from './use_answers.js'
import { useSubmit } from './use_submit.js'

/** Time that a chosen answer stays visible before the next question (milliseconds). */
const SEEN = 350

/**
 * A test: one question at a time. The question is in the URL, so that the browser's "back" works as people expect. The first choice of a
 * single answer moves on automatically, as the hint says; everything can be changed until it is submitted.
 */
export function AttemptForm({ attempt }: { attempt: TimedAttempt }) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [missing, setMissing] = useState(false)
  const [moved, setMoved] = useState(false)
  const { questions } = attempt
  const total = questions.length
  const { answers, answer, leave, state, saveAll } = useAnswers(attempt, () => {
    void queryClient.invalidateQueries({ queryKey: runningAttemptKey(attempt.id) })
  })
  // The recording is uploaded before the attempt is submitted.
  const finishRecording = useRef<() => Promise<void>>(undefined)
  const onRecorder = useCallback((finish: () => Promise<void>) => {
    finishRecording.current = finish
  }, [])
  const { handIn, failure, isPending } = useSubmit(attempt.id, async () => {
    await finishRecording.current?.()
    return saveAll()
  })
  const isAnswered = (one: TimedAttempt['questions'][number]) => questionView(one).isComplete(one, answers[one.id] ?? [])
  const firstOpen = questions.findIndex((one) => !isAnswered(one))
  const [startAt] = useState(firstOpen === -1 ? total - 1 : firstOpen)
  const asked = Number(params.get('vraag'))
  const index = Number.isInteger(asked) && asked >= 1 && asked <= total ? asked - 1 : startAt
  const question = questions[index]!
  const answeredCount = questions.filter(isAnswered).length
  const view = questionView(question)
  const leadsOn = view.isOnePress(question) && index < total - 1

  const leading = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leading.current), [index])

  const goTo = (position: number) => {
    clearTimeout(leading.current)
    leave()
    setMissing(false)
    setMoved(true)
    setParams({ vraag: String(position + 1) })
  }
  const goOn = () => {
    if (isPending) return
    if (!isAnswered(question)) return setMissing(true)
    if (index < total - 1) return goTo(index + 1)
    if (firstOpen !== -1) return goTo(firstOpen)
    void handIn()
  }
  const change = (given: string[], { pointed, typing }: ChangeHow & { pointed: boolean }) => {
    setMissing(false)
    const isFirst = !isAnswered(question)
    answer(question.id, given, typing)
    if (isFirst && pointed && leadsOn) {
      clearTimeout(leading.current)
      leading.current = setTimeout(() => goTo(index + 1), SEEN)
    }
  }
  const choose = (place: number) => {
    const given = view.choose(question, answers[question.id] ?? [], place)
    if (given) change(given, { pointed: true })
  }
  const canHandIn = firstOpen === -1

  return (
    <AttemptFrame
      title={attempt.title}
      participation={attempt.participation}
      answered={answeredCount}
      total={total}
      place={t('learning.quiz.question', { position: index + 1, total })}
      // Before the first answer there is nothing to save.
      save={answeredCount > 0 ? state : null}
      clock={attempt.endsAt && <TimeLeft endsAt={attempt.endsAt} onNearlyOver={leave} onOver={() => void handIn()} />}
      failure={failure}
      notice={
        canHandIn && index === total - 1
          ? t('learning.quiz.all_answered')
          : answeredCount === 0
            ? t(attempt.endsAt ? 'learning.quiz.begin_note_timed' : 'learning.quiz.begin_note', { percentage: attempt.pass_percentage })
            : null
      }
      onKeyDown={(event) => onQuizKey(event, choose, goOn)}
      // Last in the tab order, so that keyboard users need not pass all the numbers at each question.
      after={<QuestionNav questions={questions} current={index} isAnswered={isAnswered} goTo={goTo} />}
      main={
        <Button variant="contained" size="large" loading={isPending} onClick={goOn}>
          {t(index < total - 1 || !canHandIn ? 'learning.quiz.next' : 'learning.quiz.submit')}
        </Button>
      }
      back={
        index > 0 && (
          <Button variant="outlined" color="inherit" size="large" onClick={() => goTo(index - 1)}>
            {t('learning.quiz.previous')}
          </Button>
        )
      }
    >
      {attempt.recorded && <SlotOutlet slot={recordedAttemptSlot} with={{ attempt: attempt.id, onRecorder }} />}
      {answeredCount === 0 && index === 0 && attempt.intro && (
        <Box sx={{ mb: 6, color: 'text.secondary' }}>
          <RichText html={attempt.intro} />
        </Box>
      )}
      <QuestionCard
        key={question.id}
        question={question}
        takeFocus={moved}
        given={answers[question.id] ?? []}
        hint={[t(view.hint(question)), leadsOn && t('learning.quiz.leads_on')].filter(Boolean).join(' ')}
        error={missing ? t('learning.quiz.answer_first') : null}
        onChange={change}
        onLeave={leave}
      />
    </AttemptFrame>
  )
}

interface QuestionNavProps {
  questions: TimedAttempt['questions']
  current: number
  isAnswered: (question: TimedAttempt['questions'][number]) => boolean
  goTo: (index: number) => void
}
/** Small numbered steps: which questions have an answer, with a link to each. */
function QuestionNav({ questions, current, isAnswered, goTo }: QuestionNavProps) {
  const t = useT()
  return (
    <Box component="nav" aria-label={t('learning.quiz.questions')} sx={{ mt: 6 }}>
      <Stack
        component="ol"
        direction="row"
        sx={{ listStyle: 'none', p: 0, m: 0, gap: 1, flexWrap: 'wrap', justifyContent: { sm: 'center' } }}
      >
        {questions.map((question, index) => {
          const { id, position } = question
          const isDone = isAnswered(question)
          return (
            <li key={id}>
              <Button
                size="small"
                variant={index === current ? 'contained' : 'outlined'}
                color={index === current ? 'primary' : 'inherit'}
                aria-current={index === current ? 'step' : undefined}
                aria-label={`${t('learning.quiz.question', { position, total: questions.length })}, ${t(isDone ? 'learning.quiz.answered' : 'learning.quiz.not_answered')}`}
                onClick={() => goTo(index)}
                sx={{
                  minWidth: { xs: 44, md: 36 },
                  px: 0,
                  borderStyle: isDone ? 'solid' : 'dashed',
                  fontWeight: isDone ? 700 : 400,
                }}
              >
                {position}
              </Button>
            </li>
          )
        })}
      </Stack>
    </Box>
  )
}
