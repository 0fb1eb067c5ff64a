import { Box, Button, Stack } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RunningAttempt } from '#plugins/learning/server/transformers/attempt_transformer'
import { queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { RichText } from '#web/ui'
import { activityPath, coursePath } from '../paths.js'
import { runningAttemptKey } from '../queries.js'
import { AttemptFrame } from './AttemptFrame.js'
import { Explanation } from './Explanation.js'
import { type RunningQuestion, questionView } from '../question_types/index.js'
import { QuestionCard, QuestionPicture, QuestionText } from './QuestionCard.js'
import { onQuizKey } from './quiz_keys.js'
import { useAnswers } from './use_answers.js'
import { useStep } from './use_step.js'
import { useSubmit } from './use_submit.js'

/**
 * Practice: an answer is final and explained at once, and the next question appears below it, so that nobody has to dismiss the
 * explanation. A single answer is submitted by choosing it, several by a check button.
 */
export function PracticeForm({ attempt }: { attempt: RunningAttempt }) {
  const t = useT()
  const navigate = useNavigate()
  const { questions } = attempt
  const { answers, answer, state, saveAll } = useAnswers(attempt, () => {
    void queryClient.invalidateQueries({ queryKey: runningAttemptKey(attempt.id) })
  })
  // Everything was explained already: a person who passed moves on, and only one who failed sees the result.
  const { next } = useStep(attempt.participation, attempt.activity)
  const goOn = () => void navigate(next ? activityPath(attempt.participation, next) : coursePath(attempt.participation), { replace: true })
  const { handIn, failure, isPending } = useSubmit(attempt.id, saveAll, goOn)
  const [ticked, setTicked] = useState<string[]>([])
  const [missing, setMissing] = useState(false)
  const open = questions.findIndex(({ outcome }) => !outcome)
  const done = open === -1 ? questions.length : open
  const current = questions[open]
  /** Sent, and waiting for the result. */
  const sent = current && answers[current.id]?.length ? answers[current.id]! : null
  const view = current && questionView(current)
  /** Submitted by choosing it; other types have a check button. */
  const isOnePress = current ? questionView(current).isOnePress(current) : false

  // Scrolls to and announces a new explanation, but not those from before the page was opened.
  const [before] = useState(done)
  const explained = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done > before) explained.current?.focus({ preventScroll: true })
    if (done > before) explained.current?.scrollIntoView({ block: 'center' })
  }, [done, before])

  const fix = (given: string[]) => {
    if (!current || sent) return
    if (!view!.isComplete(current, given)) return setMissing(true)
    setMissing(false)
    setTicked([])
    answer(current.id, given)
  }
  const change = (given: string[]) => {
    setMissing(false)
    setTicked(given)
    if (isOnePress) fix(given)
  }
  const choose = (place: number) => {
    const given = current && !sent && view!.choose(current, ticked, place)
    if (given) change(given)
  }
  const main = () => (current ? fix(ticked) : isPending ? undefined : void handIn())

  return (
    <AttemptFrame
      title={attempt.title}
      participation={attempt.participation}
      answered={done}
      total={questions.length}
      place={t('learning.quiz.question', { position: Math.min(done + 1, questions.length), total: questions.length })}
      save={done > 0 || sent ? state : null}
      failure={failure}
      notice={sent && state === 'waiting' ? t('learning.quiz.practice_waiting') : null}
      onKeyDown={(event) => onQuizKey(event, choose, main)}
      main={
        isOnePress && !ticked.length ? undefined : (
          <Button variant="contained" size="large" loading={isPending || Boolean(sent)} onClick={main}>
            {t(current ? 'learning.quiz.check' : 'learning.quiz.practice_done')}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: { xs: 8, sm: 10 } }}>
        {done === 0 && attempt.intro && <RichText html={attempt.intro} />}
        {questions.slice(0, done).map((question, index) => (
          <Answered
            key={question.id}
            question={question}
            participation={attempt.participation}
            {...(index === done - 1 && { explained })}
          />
        ))}
        {current && (
          <Box key={current.id}>
            <QuestionCard
              question={current}
              takeFocus={false}
              given={sent ?? ticked}
              hint={`${t(view!.hint(current))} ${t(isOnePress ? 'learning.quiz.practice_one' : 'learning.quiz.practice_check')}`}
              error={missing ? t('learning.quiz.answer_first') : null}
              onChange={(given, { pointed }) => (pointed || !isOnePress ? change(given) : setTicked(given))}
              onLeave={() => undefined}
            />
          </Box>
        )}
      </Stack>
    </AttemptFrame>
  )
}

interface AnsweredProps {
  question: RunningQuestion
  participation: number
  explained?: React.Ref<HTMLDivElement>
}

/** An answered question: what was right, and why. */
function Answered({ question, participation, explained }: AnsweredProps) {
  const { correct, feedback, right } = question.outcome!
  const { Review, showsPicture } = questionView(question)
  return (
    <Stack component="section" sx={{ gap: 3 }}>
      <QuestionText component="h2">{question.text}</QuestionText>
      {question.picture && !showsPicture && <QuestionPicture picture={question.picture} />}
      <Review question={{ ...question, right }} isRight={correct} />
      <Explanation ref={explained ?? null} isRight={correct} text={feedback} participation={participation} title />
    </Stack>
  )
}
