import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import type { Change, SettingChange } from '#plugins/learning/server/editor/course_differences'
import type { PartMistake } from '#plugins/learning/server/editor/mistake_places'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { nativeName } from '#core/contract/languages'
import { api, toApiError, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, LoadingState, Section, ToneChip, useConfirm, useToast } from '#web/ui'
import { nameOf } from './DraftPage.js'
import { clearCachedDraft, refreshDraft, useDraftCheck } from './draft_queries.js'
import { activityPath, coursePath, overviewPath, questionPath } from './editor_paths.js'
import { missingLessons } from './missing_lessons.js'

/** A preview of publishing and what prevents it, with buttons to publish and to discard the draft. */
export function PublishPanel({ draft }: { draft: Draft }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useDraftCheck(draft.id)
  // Only after this panel unmounts: until then it would refetch a draft that no longer exists.
  const isGone = useRef(false)
  useEffect(
    () => () => {
      if (isGone.current) clearCachedDraft(draft.id)
    },
    [draft.id],
  )
  // Checks the current draft, not the one from the last visit.
  useEffect(() => void refetch(), [refetch])
  if (isPending) return <LoadingState shape="rows" count={4} />
  if (error || !data) return <ErrorState error={error} part="learning" onRetry={() => void refetch()} />
  const check = data.data
  const { differences } = check
  const isSame = !differences.settings.length && !differences.steps.length && !differences.questions.length && !differences.outline
  const leave = () => {
    isGone.current = true
    void navigate(overviewPath())
  }
  const publish = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { data: done } = await api.learning.editor.publish({ params: { course: draft.id }, body: { past: check.newest } })
      toast.success(t('learning.publish.done', { number: done.version }))
      leave()
    } catch (thrown) {
      setProblem(ofError(toApiError(thrown), 'learning'))
      await refreshDraft(draft.id)
      setBusy(false)
    }
  }
  const discard = async () => {
    const text = t(draft.based_on ? 'learning.publish.discard_text' : 'learning.publish.discard_course_text')
    const title = t('learning.publish.discard_title')
    if (!(await confirm({ title, text, confirmLabel: t('learning.publish.discard'), destructive: true }))) return
    await api.learning.editor.discard({ params: { course: draft.id } })
    leave()
  }
  return (
    <Stack sx={{ gap: 5, maxWidth: 900 }}>
      {problem && <Alert severity="error">{problem}</Alert>}
      {check.overtaken && <Alert severity="warning">{t('learning.publish.overtaken')}</Alert>}
      {check.mistakes.length > 0 && <Mistakes draft={draft} mistakes={check.mistakes} />}
      <MissingLessons draft={draft} />
      <Section title={t('learning.publish.differences')}>
        {check.newest === null ? (
          <Typography>{t('learning.publish.first')}</Typography>
        ) : isSame ? (
          <Typography>{t('learning.publish.same')}</Typography>
        ) : (
          <>
            {differences.settings.map((one) => (
              <SettingLine key={one.field} change={one} />
            ))}
            {differences.outline && <Typography>{t('learning.publish.outline')}</Typography>}
            <Changes title={t('learning.publish.steps')} changes={differences.steps} languages={draft.course.languages} />
            <Changes title={t('learning.publish.questions')} changes={differences.questions} languages={draft.course.languages} />
          </>
        )}
      </Section>
      {check.underway > 0 && <Alert severity="info">{t('learning.publish.underway', { count: check.underway })}</Alert>}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
        <Button
          variant="contained"
          loading={busy}
          disabled={check.mistakes.length > 0 || (isSame && check.newest !== null)}
          onClick={() => void publish()}
        >
          {t('learning.publish.do', { number: (check.newest ?? 0) + 1 })}
        </Button>
        <Button color="error" onClick={() => void discard()}>
          {t('learning.publish.discard')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** The errors, each with a link to its field. */
function Mistakes({ draft, mistakes }: { draft: Draft; mistakes: readonly PartMistake[] }) {
  const t = useT()
  const { ofField } = useErrorText()
  return (
    <Alert severity="error">
      {t('learning.publish.mistakes', { count: mistakes.length })}
      <Box component="ul" sx={{ m: 0, mt: 2, pl: 4 }}>
        {mistakes.map((mistake, index) => (
          <li key={index}>
            <Link component={RouterLink} to={placeOf(draft, mistake)}>
              {nameOfPart(draft, mistake, t)}
            </Link>
            {mistake.language && draft.course.languages.length > 1 && ` (${nativeName(mistake.language)})`}
            {mistake.field && ` – ${fieldWords(mistake.field, t)}`}
            {': '}
            {ofField({ field: mistake.field, rule: mistake.code }, 'learning')}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

/** Questions that refer to no lesson after a wrong answer. They do not prevent publishing: an old course has many. */
function MissingLessons({ draft }: { draft: Draft }) {
  const t = useT()
  const missing = missingLessons(draft)
  if (!missing.length) return null
  return (
    <Alert severity="info">
      {t('learning.publish.lessons', { count: missing.length })}
      <Box component="ul" sx={{ m: 0, mt: 2, pl: 4 }}>
        {missing.map(({ activity, question }) => (
          <li key={`${activity}/${question}`}>
            <Link component={RouterLink} to={questionPath(draft.id, activity, question)}>
              {nameOf(draft.questions[`${activity}/${question}`]?.text ?? {}, draft.course.languages, question)}
            </Link>
          </li>
        ))}
      </Box>
    </Alert>
  )
}

type T = ReturnType<typeof useT>

function placeOf(draft: Draft, { kind, key }: PartMistake): string {
  if (kind === 'outline') return coursePath(draft.id, 'outline')
  const [activity, question] = key.split('/') as [string, string?]
  if (kind === 'question' && question) return questionPath(draft.id, activity, question)
  const part = draft.activities[activity]
  return kind === 'activity' && part ? activityPath(draft.id, activity, part.type) : coursePath(draft.id)
}

function nameOfPart(draft: Draft, { kind, key }: PartMistake, t: T): string {
  const { languages } = draft.course
  if (kind === 'outline') return t('learning.editor.tab_outline')
  if (kind === 'activity' && draft.activities[key]) return nameOf(draft.activities[key].title, languages, key)
  if (kind === 'question' && draft.questions[key]) return nameOf(draft.questions[key].text, languages, key)
  return t('learning.editor.tab_details')
}

/** The label of the field: of the first part of its path that has one. */
function fieldWords(field: string, t: T): string {
  const name = field.split('.').find((part) => KNOWN.has(part))
  return name ? t(`learning.editor.field.${name}`) : ''
}
const KNOWN = new Set(
  'name description languages status sector type durationMinutes price passedGrade accessDays notOpened notDone beforeExpiry certificateValidMonths picture pictureAlt certificateBackground primaryColor secondaryColor title minutes body intro text answers feedbackCorrect feedbackIncorrect lesson passPercentage questionsPerAttempt maxAttempts daysUntilNewAttempts timeLimitMinutes validDays practice safeBrowser recordScreen onLocation blueprint questions'.split(
    ' ',
  ),
)

function SettingLine({ change: { field, from, to } }: { change: SettingChange }) {
  const t = useT()
  const isText = typeof from === 'object' && from !== null && !Array.isArray(from) && field !== 'reminderDays'
  return (
    <Box>
      <Typography component="span" sx={{ fontWeight: 600 }}>
        {fieldWords(field, t) || t(`learning.editor.field.${field}`)}
      </Typography>
      {isText ? (
        `: ${t('learning.publish.text_changed')}`
      ) : (
        <>
          {': '}
          <s>{valueWords(from, t)}</s> → {valueWords(to, t)}
        </>
      )}
    </Box>
  )
}

function valueWords(value: unknown, t: T): string {
  if (value === null || value === undefined || value === '') return t('learning.publish.nothing')
  if (typeof value === 'boolean') return t(value ? 'core.form.yes' : 'core.form.no')
  if (Array.isArray(value)) return value.map((one) => valueWords(one, t)).join(', ')
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => valueWords(one, t))
      .join(' / ')
  return String(value as string | number)
}

const TONES = { added: ['success', 'add'], changed: ['info', 'edit'], removed: ['error', 'delete'] } as const

function Changes({ title, changes, languages }: { title: string; changes: readonly Change[]; languages: readonly string[] }) {
  const t = useT()
  if (!changes.length) return null
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 2 }}>
        {changes.map(({ change, key, title: text }) => (
          <Stack component="li" key={key} direction="row" sx={{ gap: 2, alignItems: 'center' }}>
            <ToneChip tone={TONES[change][0]} icon={TONES[change][1]} label={t(`learning.publish.${change}`)} />
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {nameOf(text, languages, key)}
            </Box>
          </Stack>
        ))}
      </Stack>
    </div>
  )
}
