import { Alert, Box, Button, Stack, Typography, useMediaQuery, useTheme } from '@mui/material'
import { useParams } from 'react-router'
import { useState } from 'react'
import type { Review } from '#plugins/proctoring/server/transformers/recording_transformer'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, FactList, LoadingState, PageHeader, Section } from '#web/ui'
import { Answers } from '../components/Answers.js'
import { Notes } from '../components/Notes.js'
import { Player } from '../components/Player.js'
import { VerdictForm } from '../components/VerdictForm.js'
import { reviewsPath } from '../paths.js'

/** /proctoring/view/…: one attempt with its recording, events, answers, notes and the verdict. */
export default function ReviewPage() {
  const t = useT()
  const { attempt = '' } = useParams()
  const query = useApiQuery(['proctoring', 'review', attempt], () => api.proctoring.reviews.show({ params: { attempt } }))
  if (query.isPending) return <LoadingState shape="page" count={4} />
  if (query.error)
    return (
      <ErrorState asPage error={query.error} part="proctoring" title={t('proctoring.review.failed')} onRetry={() => void query.refetch()} />
    )
  return <OneReview key={attempt} review={query.data.data} />
}

function OneReview({ review }: { review: Review }) {
  const t = useT()
  const format = useFormat()
  // Milliseconds since the attempt started. Everything that names a moment moves the player there.
  const [at, setAt] = useState(0)
  const [jump, setJump] = useState<{ to: number } | null>(null)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['proctoring'] })
  const claim = useApiMutation(() => api.proctoring.reviews.claim({ params: { attempt: review.attempt } }), {
    onSuccess: refresh,
    onError: refresh,
  })
  const release = useApiMutation(() => api.proctoring.reviews.release({ params: { attempt: review.attempt } }), { onSuccess: refresh })
  const isDecided = review.decided_at !== null
  const showsEvidence = (review.mine || (isDecided && review.decided_before)) && review.evidence_deleted_at === null
  const start = review.started_at ? Date.parse(review.started_at) : 0
  // In one column the time line is below the film, before the verdict.
  const isWide = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true })
  const timeLine = <Notes review={review} start={start} at={at} onJump={showsEvidence ? (to) => setJump({ to }) : null} onAdded={refresh} />
  const photoUrl = (photo: 'id' | 'face') => `/api/proctoring/reviews/${review.attempt}/photos/${photo}`
  return (
    <>
      <PageHeader
        title={review.name}
        text={`${review.course} · ${review.quiz}`}
        trail={[{ label: t('proctoring.title'), to: reviewsPath() }]}
        {...(review.mine && { secondary: [{ label: t('proctoring.review.release'), onClick: () => release.mutate(undefined) }] })}
      />
      <Stack sx={{ gap: 5 }}>
        {review.appeal !== null && (
          <Section title={t('proctoring.review.appeal')}>
            <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{review.appeal}</Typography>
          </Section>
        )}
        {review.evidence_deleted_at !== null && (
          <Alert severity="info">{t('proctoring.review.deleted', { date: format.date(review.evidence_deleted_at) })}</Alert>
        )}
        {isDecided && !review.decided_before && review.evidence_deleted_at === null && (
          <Alert severity="info">{t('proctoring.review.of_deciders')}</Alert>
        )}
        {!isDecided && !review.mine && (
          <Alert
            severity="info"
            action={
              !review.claimed && !review.decided_before ? (
                <Button color="inherit" loading={claim.isPending} onClick={() => claim.mutate(undefined)}>
                  {t('proctoring.list.review')}
                </Button>
              ) : undefined
            }
          >
            {t(
              review.decided_before
                ? 'proctoring.review.decided_before'
                : review.claimed
                  ? 'proctoring.review.claimed'
                  : 'proctoring.review.unclaimed',
            )}
          </Alert>
        )}
        <Box
          sx={{
            display: 'grid',
            gap: 5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
            alignItems: 'start',
          }}
        >
          <Stack sx={{ gap: 5, minWidth: 0 }}>
            {showsEvidence && <Player review={review} base={`/api/proctoring/reviews/${review.attempt}`} jump={jump} onTime={setAt} />}
            {!isWide && timeLine}
            {showsEvidence && (review.has_id_photo || review.has_face_photo) && (
              <Section title={t('proctoring.review.photos')} text={t('proctoring.review.photos_text')}>
                <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: '1fr 1fr' }}>
                  {(['id', 'face'] as const).map(
                    (photo) =>
                      review[`has_${photo}_photo`] && (
                        <Box
                          key={photo}
                          component="img"
                          src={photoUrl(photo)}
                          alt={t(`proctoring.photo.${photo}`)}
                          sx={{ width: '100%', borderRadius: 2, border: '1px solid', borderColor: 'divider' }}
                        />
                      ),
                  )}
                </Box>
              </Section>
            )}
            {review.room && (
              <Section title={t('proctoring.review.room')}>
                <FactList
                  facts={[
                    { label: t('proctoring.review.place'), value: review.room.place },
                    ...(review.room.seat ? [{ label: t('proctoring.review.seat'), value: String(review.room.seat) }] : []),
                    { label: t('proctoring.review.helper'), value: review.room.helper || t('proctoring.review.no_helper') },
                  ]}
                />
              </Section>
            )}
            <Answers review={review} />
          </Stack>
          <Stack sx={{ gap: 5, minWidth: 0 }}>
            {review.may_decide && <VerdictForm attempt={review.attempt} isFirst={review.state === 'todo'} />}
            {review.mine && !review.may_decide && <Alert severity="info">{t('proctoring.review.comment_only')}</Alert>}
            {review.decisions.length > 0 && (
              <Section title={t('proctoring.review.decisions')}>
                <FactList
                  facts={review.decisions.map(({ round, verdict, explanation, at: when }) => ({
                    label: t('proctoring.own.round', { round }),
                    value: [t(`proctoring.verdict.given_${verdict}`), format.dateTime(when), explanation].filter(Boolean).join('\n'),
                  }))}
                />
              </Section>
            )}
            {isWide && timeLine}
          </Stack>
        </Box>
      </Stack>
    </>
  )
}
