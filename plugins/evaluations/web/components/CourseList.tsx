import { Button, Stack } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { ActionRow, EmptyState, ErrorState, LoadingState, Section, ToneChip } from '#web/ui'
import { LOW_SCORE, quarterOf } from '../../results.js'
import { useCourses } from '../queries.js'
import { useNumbers, useWords } from '../use_words.js'

/** Courses with evaluation results, lowest score first. */
export function CourseList({ pathOf }: { pathOf: (course: number) => string }) {
  const t = useT()
  const words = useWords()
  const { mean, quarter } = useNumbers()
  const { data, error, refetch } = useCourses()
  if (error) return <ErrorState error={error} part="evaluations" title={t('evaluations.failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="rows" count={4} />
  if (!data.data.length) return <EmptyState icon="feedback" title={t('evaluations.list.empty')} text={t('evaluations.list.empty_text')} />
  return (
    <Section flush>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.data.map(({ id, name, responses, average, lowest, last }) => (
          <ActionRow
            key={id}
            framed
            name={words(name)}
            chip={lowest && lowest.average < LOW_SCORE && <ToneChip tone="warning" icon="warning" label={t('evaluations.low')} />}
            lines={[
              [average !== null && t('evaluations.average', { average: mean(average) }), t('evaluations.responses', { count: responses })]
                .filter(Boolean)
                .join(' · '),
              lowest && t('evaluations.list.lowest', { question: words(lowest.text), average: mean(lowest.average) }),
              t('evaluations.list.last', { quarter: quarter(quarterOf(last)) }),
            ]}
            action={
              <Button
                variant="outlined"
                component={RouterLink}
                to={pathOf(id)}
                aria-label={t('evaluations.list.open_of', { course: words(name) })}
              >
                {t('evaluations.list.open')}
              </Button>
            }
          />
        ))}
      </Stack>
    </Section>
  )
}
