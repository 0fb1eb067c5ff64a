import { Autocomplete, Box, Button, Chip, IconButton, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { api, queryClient, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { FilterSelect, Icon, LoadingState, Section, TableSearch, Tip } from '#web/ui'
import type { QuestionResult } from '../../results.js'
import { type Asked, useAnswers } from '../queries.js'
import { useNumbers, useWords } from '../use_words.js'

interface OpenAnswersProps {
  asked: Asked
  questions: readonly QuestionResult[]
  canTag: boolean
}

type Answer = NonNullable<ReturnType<typeof useAnswers>['data']>['data'][number]

/** Open answers, with a search and tags. */
export function OpenAnswers({ asked, questions, canTag }: OpenAnswersProps) {
  const t = useT()
  const words = useWords()
  const open = questions.filter(({ type, hidden }) => type === 'open' && !hidden)
  const [{ search, question, tag, page }, setAsked] = useState({ search: '', question: '', tag: '', page: 1 })
  const { data } = useAnswers(asked, { search, question, tag, page })
  if (!open.length) return null
  const ask = (change: object) => setAsked((now) => ({ ...now, page: 1, ...change }))
  const state = { filters: { question, tag }, setFilter: (key: string, value: string | null) => ask({ [key]: value ?? '' }) }
  const tags = data?.meta.tags ?? []
  return (
    <Section title={t('evaluations.open.title')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <TableSearch
          state={{ search, searchNow: () => search, setSearch: (text) => ask({ search: text }) }}
          label={t('evaluations.open.search')}
        />
        {open.length > 1 && (
          <FilterSelect
            filter={{
              key: 'question',
              label: t('evaluations.open.question'),
              options: open.map(({ key, text }) => ({ value: key, label: words(text) })),
            }}
            state={state}
          />
        )}
        {(tags.length > 0 || tag) && (
          <FilterSelect
            filter={{ key: 'tag', label: t('evaluations.open.tag'), options: tags.map((one) => ({ value: one, label: one })) }}
            state={state}
          />
        )}
      </Box>
      {!data ? (
        <LoadingState shape="rows" count={3} />
      ) : data.data.length ? (
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 4 }}>
          {data.data.map((answer) => (
            <Written
              key={answer.name}
              answer={answer}
              question={open.length > 1 ? words(open.find(({ key }) => key === answer.question)?.text ?? {}) : null}
              known={tags}
              course={canTag ? asked.course : null}
            />
          ))}
        </Stack>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>{t('evaluations.open.empty')}</Typography>
      )}
      {data && data.meta.total > data.meta.per_page && <Pages meta={data.meta} onPage={(next) => ask({ page: next })} />}
    </Section>
  )
}

function Pages({ meta, onPage }: { meta: { total: number; page: number; per_page: number }; onPage: (page: number) => void }) {
  const t = useT()
  const format = useFormat()
  const last = Math.min(meta.total, meta.page * meta.per_page)
  const range = { from: format.number((meta.page - 1) * meta.per_page + 1), to: format.number(last), total: format.number(meta.total) }
  return (
    <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button variant="outlined" disabled={meta.page === 1} onClick={() => onPage(meta.page - 1)}>
        {t('evaluations.open.previous')}
      </Button>
      <Typography variant="body2">{t('evaluations.open.page', range)}</Typography>
      <Button variant="outlined" disabled={last === meta.total} onClick={() => onPage(meta.page + 1)}>
        {t('evaluations.open.next')}
      </Button>
    </Stack>
  )
}

interface WrittenProps {
  answer: Answer
  question: string | null
  known: readonly string[]
  /** Null if the tags cannot be changed. */
  course: number | null
}

function Written({ answer, question, known, course }: WrittenProps) {
  const t = useT()
  const { quarter } = useNumbers()
  const [editing, setEditing] = useState(false)
  const save = useApiMutation(
    (tags: string[]) => api.evaluations.tags.update({ params: { name: answer.name }, body: { course: course!, tags } }),
    { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['evaluations', 'answers'] }) },
  )
  return (
    <Box component="li">
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{answer.text}</Typography>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap', mt: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[question, quarter(answer.quarter)].filter(Boolean).join(' · ')}
        </Typography>
        {!editing && answer.tags.map((tag) => <Chip key={tag} size="small" label={tag} />)}
        {course !== null && !editing && (
          <Tip title={t('evaluations.open.edit_tags')}>
            <IconButton size="small" aria-label={t('evaluations.open.edit_tags')} onClick={() => setEditing(true)}>
              <Icon name="edit" />
            </IconButton>
          </Tip>
        )}
      </Stack>
      {editing && (
        <Autocomplete
          multiple
          freeSolo
          size="small"
          options={known.filter((tag) => !answer.tags.includes(tag))}
          value={answer.tags}
          loading={save.isPending}
          onChange={(_event, tags) => save.mutate(tags.map((tag) => tag.trim()).filter(Boolean))}
          onBlur={() => setEditing(false)}
          renderInput={(params) => (
            <TextField {...params} autoFocus label={t('evaluations.open.tags')} helperText={t('evaluations.open.tags_help')} />
          )}
          sx={{ mt: 2, maxWidth: 480 }}
        />
      )}
    </Box>
  )
}
