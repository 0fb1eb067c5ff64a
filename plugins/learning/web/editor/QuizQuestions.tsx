import { Box, Button, FormHelperText, IconButton, Link, MenuItem, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, PopupMenu, ToneChip, useFormState, useToast } from '#web/ui'
import { newQuestion, QUESTION_EDITORS } from '../question_editors/index.js'
import { keyOf } from './course_words.js'
import { nameOf } from './DraftPage.js'
import { savePart, useDraftCheck } from './draft_queries.js'
import { questionPath } from './editor_paths.js'
import { hasPages, lacksLesson } from './missing_lessons.js'
import { TakeQuestionsDialog } from './TakeQuestionsDialog.js'

interface QuizQuestionsProps {
  draft: Draft
  activity: string
  /** Keys, in the order in which they are asked. */
  questions: string[]
  change: (questions: string[]) => void
}

/** The questions of a quiz: their order, what each is, and which still have errors. */
export function QuizQuestions({ draft, activity, questions, change }: QuizQuestionsProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const { errorOf } = useFormState()
  const { data } = useDraftCheck(draft.id)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [choosing, setChoosing] = useState(false)
  const latest = useRef(questions)
  useEffect(() => {
    latest.current = questions
  })
  const { languages } = draft.course
  const partOf = (key: string) => draft.questions[`${activity}/${key}`]
  const titleOf = (key: string) => nameOf(partOf(key)?.text ?? {}, languages, key)
  const wrong = new Set((data?.data.mistakes ?? []).filter(({ kind }) => kind === 'question').map(({ key }) => key))
  const move = (index: number, by: -1 | 1) => {
    const next = [...questions]
    next.splice(index + by, 0, ...next.splice(index, 1))
    change(next)
  }
  const remove = (key: string, index: number) => {
    change(questions.filter((one) => one !== key))
    toast.info(t('learning.outline.removed', { title: titleOf(key) }), {
      duration: 10_000,
      action: {
        label: t('learning.outline.undo'),
        onClick: () => change(latest.current.includes(key) ? latest.current : latest.current.toSpliced(index, 0, key)),
      },
    })
  }
  const add = async (type: string) => {
    setMenu(null)
    const taken = new Set(
      Object.keys(draft.questions).flatMap((key) => (key.startsWith(`${activity}/`) ? key.slice(activity.length + 1) : [])),
    )
    const key = keyOf(t('learning.question.key', { number: taken.size + 1 }), taken)
    try {
      await savePart(draft.id, 'question', `${activity}/${key}`, 0, newQuestion(type, {}))
      change([...latest.current, key])
      void navigate(questionPath(draft.id, activity, key))
    } catch (thrown) {
      toast.error(ofError(toApiError(thrown), 'learning'))
    }
  }
  const error = errorOf('questions')
  const asksLesson = hasPages(draft)
  return (
    <Box>
      {error && (
        <FormHelperText error role="alert" sx={{ mb: 2 }}>
          {error}
        </FormHelperText>
      )}
      <Stack component="ol" sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {questions.map((key, index) => {
          const title = titleOf(key)
          return (
            <Stack
              component="li"
              key={key}
              direction="row"
              sx={{ alignItems: 'center', gap: 1, p: 2, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}
            >
              <Box sx={{ flex: 1, minWidth: 0, pl: 2 }}>
                <Link component={RouterLink} to={questionPath(draft.id, activity, key)} sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
                  {index + 1}. <bdi>{title}</bdi>
                </Link>
                <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    {t(`learning.question.type_${partOf(key)?.type ?? 'single'}`)}
                  </Typography>
                  {asksLesson && lacksLesson(draft, { activity, question: key }) && (
                    <ToneChip tone="neutral" icon="book" label={t('learning.question.no_lesson')} />
                  )}
                  {wrong.has(`${activity}/${key}`) && <ToneChip tone="warning" icon="warning" label={t('learning.question.not_right')} />}
                </Stack>
              </Box>
              <IconButton aria-label={t('core.form.move_up', { what: title })} disabled={index === 0} onClick={() => move(index, -1)}>
                <Icon name="up" />
              </IconButton>
              <IconButton
                aria-label={t('core.form.move_down', { what: title })}
                disabled={index === questions.length - 1}
                onClick={() => move(index, 1)}
              >
                <Icon name="down" />
              </IconButton>
              <IconButton aria-label={t('core.form.remove', { what: title })} onClick={() => remove(key, index)}>
                <Icon name="delete" />
              </IconButton>
            </Stack>
          )
        })}
      </Stack>
      <Stack direction="row" sx={{ mt: 3, gap: 2, flexWrap: 'wrap' }}>
        <Button startIcon={<Icon name="add" />} aria-haspopup="menu" onClick={(event) => setMenu(event.currentTarget)}>
          {t('learning.question.add')}
        </Button>
        <Button startIcon={<Icon name="questions" />} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {t('learning.pool.choose')}
        </Button>
      </Stack>
      {choosing && (
        <TakeQuestionsDialog
          draft={draft}
          activity={activity}
          questions={questions}
          onTake={(keys) => change([...latest.current, ...keys.filter((key) => !latest.current.includes(key))])}
          onClose={() => setChoosing(false)}
        />
      )}
      <PopupMenu label={t('learning.question.add')} anchor={menu} onClose={() => setMenu(null)}>
        {Object.keys(QUESTION_EDITORS).map((type) => (
          <MenuItem key={type} onClick={() => void add(type)}>
            {t(`learning.question.type_${type}`)}
          </MenuItem>
        ))}
      </PopupMenu>
    </Box>
  )
}
