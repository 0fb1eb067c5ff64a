import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { languageName, useT } from '#web/i18n'
import { EmptyState, ErrorState, FilterSelect, LoadingState, useTableState } from '#web/ui'
import { FILTERS, type Asked, resultQuery, useResults } from '../queries.js'
import { useNumbers } from '../use_words.js'
import { OpenAnswers } from './OpenAnswers.js'
import { QuestionCards } from './QuestionCards.js'
import { SecondSection } from './SecondSection.js'

type Choices = NonNullable<ReturnType<typeof useResults>['data']>['meta']

/** The filter in the address, with a function to change it. */
export function useAsked(course: number): { asked: Asked; state: ReturnType<typeof useTableState> } {
  const state = useTableState({ filters: FILTERS, prefix: 'e' })
  return { asked: resultQuery(course, state.filters), state }
}

/** The results of one course: filters, each question, and the open answers. */
export function CourseResults({ course, canTag = false }: { course: number; canTag?: boolean }) {
  const t = useT()
  const { asked, state } = useAsked(course)
  const { data, error, refetch } = useResults(asked)
  if (error) return <ErrorState error={error} part="evaluations" title={t('evaluations.failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={3} />
  const { data: results, meta, second } = data
  return (
    <Stack sx={{ gap: 5 }}>
      <Filters meta={meta} state={state} />
      {results.responses === 0 ? (
        <EmptyState icon="feedback" title={t('evaluations.view.nothing')} text={t('evaluations.view.nothing_text')} />
      ) : (
        <>
          <Typography sx={{ fontWeight: 600 }}>{t('evaluations.responses', { count: results.responses })}</Typography>
          <QuestionCards results={results} />
          <OpenAnswers asked={asked} questions={results.questions} canTag={canTag} />
        </>
      )}
      <SecondSection course={course} weeks={second.weeks} results={second.results} canSet={canTag} />
      <Alert severity="info">{t('evaluations.privacy')}</Alert>
    </Stack>
  )
}

function Filters({ meta, state }: { meta: Choices; state: ReturnType<typeof useTableState> }) {
  const t = useT()
  const { quarter } = useNumbers()
  const quarters = meta.quarters.map((value) => ({ value, label: quarter(value) }))
  const filters = [
    { key: 'company', options: meta.companies.map(({ id, name }) => ({ value: String(id), label: name })), least: 2 },
    { key: 'version', options: meta.versions.map((number) => ({ value: String(number), label: String(number) })), least: 2 },
    { key: 'language', options: meta.languages.map((code) => ({ value: code, label: languageName(code) })), least: 2 },
    { key: 'place', options: meta.places.map((place) => ({ value: place, label: place })), least: 1 },
    { key: 'house', options: meta.houses.map(({ id, name }) => ({ value: String(id), label: name })), least: 1 },
    { key: 'from', options: quarters.toReversed(), least: 2 },
    { key: 'to', options: quarters, least: 2 },
  ]
  // Filters without options are hidden, unless one is set.
  const shown = filters.filter(({ key, options, least }) => options.length >= least || state.filters[key])
  if (!shown.length) return null
  return (
    <Box role="search" aria-label={t('evaluations.filter.label')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      {shown.map(({ key, options }) => (
        <FilterSelect key={key} filter={{ key, options, label: t(`evaluations.filter.${key}`) }} state={state} />
      ))}
      {state.narrowed && (
        <Button color="inherit" onClick={state.clear}>
          {t('evaluations.filter.clear')}
        </Button>
      )}
    </Box>
  )
}
