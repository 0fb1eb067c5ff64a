import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Stack,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import type { PoolQuestion } from '#plugins/learning/server/editor/question_pool'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { api, toApiError, useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { EmptyState, ErrorState, LoadingState } from '#web/ui'
import { nameOf } from './DraftPage.js'
import { refreshDraft } from './draft_queries.js'
import { PoolFilter, usePool, usePoolFilter } from './PoolFilter.js'

/** Maximum number of questions that the dialog shows; the search finds the others. */
const MOST_SHOWN = 100

interface TakeQuestionsDialogProps {
  draft: Draft
  activity: string
  /** Keys of the quiz's questions. */
  questions: readonly string[]
  onTake: (keys: string[]) => void
  onClose: () => void
}

/** Questions of the course's pool, chosen for a quiz: imported ones, and copies of other quizzes' questions. */
export function TakeQuestionsDialog({ draft, activity, questions, onTake, onClose }: TakeQuestionsDialogProps) {
  const t = useT()
  const { ofError } = useErrorText()
  const { data, error, isPending, refetch } = usePool(draft.id)
  const isAsked = ({ key }: PoolQuestion) => {
    const [quiz, name] = key.split('/') as [string, string]
    return (quiz === activity || quiz === 'import') && questions.includes(name)
  }
  const filter = usePoolFilter(data?.data.filter((question) => !isAsked(question)))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const { shown } = filter
  const take = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { data: taken } = await api.learning.pool.take({ params: { course: draft.id }, body: { quiz: activity, keys: [...chosen] } })
      await refreshDraft(draft.id)
      onTake(taken.keys)
      onClose()
    } catch (thrown) {
      setFailure(toApiError(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="take-questions">
      <DialogTitle id="take-questions">{t('learning.pool.choose_title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 4 }}>{t('learning.pool.choose_text')}</Typography>
        {isPending && <LoadingState shape="rows" count={4} />}
        {error && <ErrorState error={error} part="learning" onRetry={() => void refetch()} />}
        {data && !data.data.some((question) => !isAsked(question)) && (
          <EmptyState icon="questions" title={t('learning.pool.choose_empty')} text={t('learning.pool.choose_empty_text')} />
        )}
        {data && data.data.some((question) => !isAsked(question)) && (
          <>
            <PoolFilter {...filter} />
            <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 1 }}>
              {shown.slice(0, MOST_SHOWN).map((question) => (
                <Box component="li" key={question.key}>
                  <FormControlLabel
                    sx={{ alignItems: 'flex-start', m: 0, py: 1, width: '100%' }}
                    control={
                      <Checkbox
                        sx={{ mt: -1 }}
                        checked={chosen.includes(question.key)}
                        onChange={(_event, on) =>
                          setChosen((now) => (on ? [...now, question.key] : now.filter((key) => key !== question.key)))
                        }
                      />
                    }
                    label={
                      <>
                        <Typography sx={{ overflowWrap: 'anywhere' }}>
                          {nameOf(question.text, draft.course.languages, question.key)}
                        </Typography>
                        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                          {[t(`learning.question.type_${question.type}`), ...question.tags.map((tag) => `#${tag}`)].join(' · ')}
                        </Typography>
                      </>
                    }
                  />
                </Box>
              ))}
            </Stack>
            {shown.length > MOST_SHOWN && (
              <Typography variant="body2" sx={{ color: 'text.secondary', mt: 3 }}>
                {t('learning.pool.choose_more', { count: shown.length - MOST_SHOWN })}
              </Typography>
            )}
          </>
        )}
        {failure && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {ofError(failure, 'learning')}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('core.actions.cancel')}
        </Button>
        <Button variant="contained" disabled={!chosen.length} loading={busy} onClick={() => void take()}>
          {t('learning.pool.take', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
