import { Box, Button, Link, List, ListItem, ListItemButton, ListItemText, Stack, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { participantPath } from '#plugins/people/contract/index'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import {
  EmptyState,
  ErrorState,
  Icon,
  LoadingState,
  PageHeader,
  Section,
  SegmentedControl,
  useFocusWhenGone,
  useShortcuts,
  useUrlParams,
} from '#web/ui'
import { CheckForm } from '../components/CheckForm.js'
import { DecisionForm } from '../components/DecisionForm.js'
import { Proofs } from '../components/Proofs.js'
import type { CourseView, CourseWithFiles } from '../../server/transformers/course_transformer.js'

const REVIEWS = ['submitted', 'unchecked'] as const
/** Certificates shown at once; after a decision the next one appears. */
const SHOWN = 50

/** /extern/trainingen/beoordelen: certificates to approve or to look up, one after the other. Keys: j, k, a and r. */
export default function ReviewPage() {
  const t = useT()
  const [params, edit] = useUrlParams()
  const review = params.get('review') === 'unchecked' ? 'unchecked' : 'submitted'
  const noteFocus = useFocusWhenGone()
  const list = useApiQuery(
    ['external_courses', 'review', review],
    () => api.externalCourses.review.index(withQuery({ review, per_page: SHOWN })),
    { keepPrevious: true },
  )
  return (
    <>
      <PageHeader
        title={t('external_courses.review.title')}
        text={t('external_courses.review.text')}
        trail={[{ label: t('external_courses.courses.title'), to: pagePath('external_courses.courses') ?? '/' }]}
      />
      <Stack onFocus={noteFocus} sx={{ gap: 4 }}>
        <Box sx={{ alignSelf: 'flex-start', maxWidth: '100%' }}>
          <SegmentedControl
            label={t('external_courses.review.title')}
            options={REVIEWS.map((value) => ({ value, label: t(`external_courses.review.${value}`) }))}
            value={review}
            onChange={(value) =>
              edit((next) => {
                next.set('review', value)
                next.delete('certificaat')
              })
            }
          />
        </Box>
        {list.error && (
          <ErrorState
            error={list.error}
            part="external_courses"
            title={t('external_courses.review.failed')}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isPending && <LoadingState shape="rows" count={4} />}
        {list.data &&
          (list.data.data.length ? (
            <Queue rows={list.data.data} total={list.data.meta.total} isCheck={review === 'unchecked'} />
          ) : (
            <EmptyState
              icon="success"
              title={t(review === 'unchecked' ? 'external_courses.review.none_unchecked' : 'external_courses.review.none')}
              text={t(review === 'unchecked' ? 'external_courses.review.none_unchecked_text' : 'external_courses.review.none_text')}
            />
          ))}
      </Stack>
    </>
  )
}

function Queue({ rows, total, isCheck }: { rows: readonly CourseView[]; total: number; isCheck: boolean }) {
  const t = useT()
  const format = useFormat()
  const [params, edit] = useUrlParams()
  const index = Math.max(
    0,
    rows.findIndex(({ id }) => String(id) === params.get('certificaat')),
  )
  const current = rows[index]!
  const go = (row: CourseView | undefined) => {
    if (row) edit((next) => next.set('certificaat', String(row.id)), { replace: true })
  }
  useShortcuts([
    { key: 'j', label: t('external_courses.keys.next'), run: () => go(rows[index + 1]) },
    { key: 'k', label: t('external_courses.keys.previous'), run: () => go(rows[index - 1]) },
  ])
  const query = useApiQuery(['external_courses', 'course', String(current.id)], () =>
    api.externalCourses.courses.show({ params: { id: current.id } }),
  )
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '280px minmax(0, 1fr)' }, alignItems: 'start' }}>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        <Section title={t('external_courses.review.list')} flush>
          <List disablePadding>
            {rows.map((row) => (
              <ListItem key={row.id} disablePadding>
                <ListItemButton selected={row.id === current.id} onClick={() => go(row)}>
                  <ListItemText primary={row.person.name} secondary={`${row.name} · ${format.date(row.created_at)}`} />
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        </Section>
      </Box>
      <Section
        title={current.name}
        text={
          <>
            <Link component={RouterLink} to={participantPath(current.person.id)}>
              {current.person.name}
            </Link>
            {`, ${current.person.company}`}
          </>
        }
        action={
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }} aria-live="polite">
              {t('external_courses.review.position', { at: index + 1, total })}
            </Typography>
            <Button disabled={index === 0} onClick={() => go(rows[index - 1])} aria-label={t('external_courses.review.previous')}>
              <Icon name="up" />
            </Button>
            <Button disabled={index >= rows.length - 1} onClick={() => go(rows[index + 1])} aria-label={t('external_courses.review.next')}>
              <Icon name="down" />
            </Button>
          </Stack>
        }
      >
        {query.error && <ErrorState error={query.error} part="external_courses" onRetry={() => void query.refetch()} />}
        {query.isPending && <LoadingState shape="rows" count={4} />}
        {query.data && (
          <Certificate
            key={current.id}
            course={query.data.data}
            isCheck={isCheck}
            // The list is loaded again without this one, and the address moves to the next one.
            onDone={() => go(rows[index + 1] ?? rows[index - 1])}
          />
        )}
      </Section>
    </Box>
  )
}

function Certificate({ course, isCheck, onDone }: { course: CourseWithFiles; isCheck: boolean; onDone: () => void }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        alignItems: 'start',
      }}
    >
      <Proofs files={course.files} />
      {isCheck ? <CheckForm course={course} onDone={onDone} /> : <DecisionForm course={course} onDone={onDone} />}
    </Box>
  )
}
