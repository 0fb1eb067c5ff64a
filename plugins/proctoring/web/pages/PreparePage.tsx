import { Alert, Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isPhoneOrTablet } from '#plugins/learning/contract/device'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { ErrorState, FactList, LoadingState, PageHeader, Section, useConfirm, useFocusWhenGone, useToast } from '#web/ui'
import { CameraCheck } from '../components/CameraCheck.js'
import { OtherBrowser } from '../components/OtherBrowser.js'
import { PhotoCheck } from '../components/PhotoCheck.js'
import { ScreenCheck } from '../components/ScreenCheck.js'
import { hasSharedScreen } from '../recorder/shared_screen.js'

/** Before a recorded quiz: what is recorded and why, consent, the camera, photos of document and face, and the start. */
export default function PreparePage() {
  const t = useT()
  const { participation = '', activity = '' } = useParams()
  const key = ['proctoring', 'quiz', participation, activity] as const
  const { data, error, isPending, refetch } = useApiQuery(key, () => api.proctoring.quizzes.show({ params: { participation, activity } }))
  if (isPending) return <LoadingState shape="page" count={4} />
  if (error)
    return <ErrorState asPage error={error} part="proctoring" title={t('proctoring.prepare.failed')} onRetry={() => void refetch()} />
  return <Prepare quiz={data.data} participation={participation} activity={activity} refetch={() => void refetch()} />
}

type Quiz = NonNullable<Awaited<ReturnType<typeof api.proctoring.quizzes.show>>>['data']

interface PrepareProps {
  quiz: Quiz
  participation: string
  activity: string
  refetch: () => void
}

function Prepare({ quiz, participation, activity, refetch }: PrepareProps) {
  const t = useT()
  const navigate = useNavigate()
  const [cameraWorks, setCameraWorks] = useState(false)
  const start = useApiMutation(
    () =>
      api.learning.attempts.start({
        params: { participation: Number(participation), activity: Number(activity) },
        body: { touch_only: !window.matchMedia('(any-pointer: fine)').matches },
      }),
    { refresh: [['learning']], onSuccess: ({ data }) => void navigate(`/deelnemer/training/quiz/poging/${data.id}`, { replace: true }) },
  )
  const [isShared, setIsShared] = useState(hasSharedScreen)
  const ready = quiz.agreed && cameraWorks && quiz.has_id_photo && quiz.has_face_photo && (!quiz.record_screen || isShared)
  const noteFocus = useFocusWhenGone()
  const photos = { participation, activity, refetch }
  const trail = [{ label: quiz.title, to: `/deelnemer/training/quiz/${participation}/${activity}` }]
  // Before the consent and the checks, which would be in vain: the server refuses the attempt on a phone.
  if (isPhoneOrTablet())
    return (
      <>
        <PageHeader title={t('proctoring.prepare.title')} text={`${quiz.course} · ${quiz.title}`} trail={trail} />
        <Alert severity="warning">{t('proctoring.prepare.on_phone')}</Alert>
      </>
    )
  if (quiz.browser && !quiz.browser.proven)
    return (
      <>
        <PageHeader title={t('proctoring.browser.title')} text={`${quiz.course} · ${quiz.title}`} trail={trail} />
        <OtherBrowser {...quiz.browser} onRetry={refetch} />
      </>
    )
  return (
    <>
      <PageHeader title={t('proctoring.prepare.title')} text={`${quiz.course} · ${quiz.title}`} trail={trail} />
      <Stack sx={{ gap: 5 }} onFocus={noteFocus}>
        <Consent quiz={quiz} participation={participation} activity={activity} refetch={refetch} />
        {quiz.agreed && (
          <>
            <Section title={t('proctoring.prepare.camera')} text={t('proctoring.prepare.camera_text')}>
              <CameraCheck onWorks={setCameraWorks} />
            </Section>
            {cameraWorks && (
              <Section title={t('proctoring.prepare.photos')} text={t('proctoring.prepare.photos_text', { provider: quiz.provider })}>
                <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
                  <PhotoCheck photo="id" done={quiz.has_id_photo} isNext={!quiz.has_id_photo} {...photos} />
                  <PhotoCheck photo="face" done={quiz.has_face_photo} isNext={quiz.has_id_photo && !quiz.has_face_photo} {...photos} />
                </Box>
              </Section>
            )}
            {cameraWorks && quiz.record_screen && (
              <Section title={t('proctoring.screen.title')} text={t('proctoring.screen.text')}>
                <ScreenCheck onShared={setIsShared} />
              </Section>
            )}
            <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
              <Button
                variant="contained"
                size="large"
                disabled={!ready}
                loading={start.isPending}
                onClick={() => {
                  // Fullscreen needs a user gesture. A participant who declines continues in the window.
                  void document.documentElement.requestFullscreen?.().catch(() => {})
                  start.mutate(undefined)
                }}
              >
                {t('proctoring.prepare.start')}
              </Button>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(ready ? 'proctoring.prepare.start_text' : 'proctoring.prepare.not_ready')}
              </Typography>
            </Stack>
          </>
        )}
      </Stack>
    </>
  )
}

function Consent({ quiz, participation, activity, refetch }: PrepareProps) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const params = { participation, activity }
  const prepare = useApiMutation(
    () => api.proctoring.quizzes.prepare({ params, body: { consent: true as const, terms_mark: quiz.terms_mark } }),
    { onSuccess: refetch, onError: refetch },
  )
  const refuse = useApiMutation(() => api.proctoring.quizzes.refuse({ params }), {
    onSuccess: () => {
      toast.success(t('proctoring.prepare.refused'))
      void navigate(`/deelnemer/training/${participation}`)
    },
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('proctoring.prepare.refuse_question'),
      text: t('proctoring.prepare.refuse_text'),
      confirmLabel: t('proctoring.prepare.refuse_confirm'),
    })
    if (sure) refuse.mutate(undefined)
  }
  const facts = [
    {
      label: t('proctoring.prepare.what'),
      value: t(quiz.record_screen ? 'proctoring.prepare.what_text_screen' : 'proctoring.prepare.what_text'),
    },
    { label: t('proctoring.prepare.why'), value: t('proctoring.prepare.why_text') },
    { label: t('proctoring.prepare.who'), value: t('proctoring.prepare.who_text', { provider: quiz.provider }) },
    { label: t('proctoring.prepare.long'), value: t('proctoring.prepare.long_text', { days: quiz.retention_days }) },
    {
      label: t('proctoring.prepare.time'),
      value:
        quiz.minutes === null
          ? t('proctoring.prepare.no_limit')
          : [
              t('proctoring.prepare.minutes', { minutes: quiz.minutes }),
              (quiz.extra_time ?? 0) > 0 && t('proctoring.prepare.extra_time', { minutes: quiz.extra_time }),
            ]
              .filter(Boolean)
              .join(' '),
    },
  ]
  const about = (
    <>
      <FactList facts={facts} />
      <Alert severity="info">{t('proctoring.prepare.human')}</Alert>
    </>
  )
  const terms = quiz.terms && (
    <Box component="details">
      <Typography component="summary" sx={{ fontWeight: 550, cursor: 'pointer', py: 2 }}>
        {t('proctoring.prepare.terms', { provider: quiz.provider })}
      </Typography>
      <Typography lang={quiz.terms.language} sx={{ whiteSpace: 'pre-line' }}>
        {quiz.terms.text}
      </Typography>
    </Box>
  )
  // After the consent its text is folded, so that the next steps are in view.
  if (quiz.agreed)
    return (
      <Section title={t('proctoring.prepare.about')}>
        <Alert severity="success">{t('proctoring.prepare.agreed')}</Alert>
        <Box component="details">
          <Typography component="summary" sx={{ fontWeight: 550, cursor: 'pointer', py: 2 }}>
            {t('proctoring.prepare.read_again')}
          </Typography>
          <Stack sx={{ gap: 4 }}>{about}</Stack>
        </Box>
        {terms}
      </Section>
    )
  return (
    <Section title={t('proctoring.prepare.about')}>
      {about}
      {terms}
      <Stack sx={{ gap: 4 }}>
        <FormControlLabel
          control={<Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />}
          label={t(quiz.terms ? 'proctoring.prepare.agree_terms' : 'proctoring.prepare.agree', { provider: quiz.provider })}
        />
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3, alignItems: 'flex-start' }}>
          <Button variant="contained" disabled={!agreed} loading={prepare.isPending} onClick={() => prepare.mutate(undefined)}>
            {t('proctoring.prepare.next')}
          </Button>
          <Button color="inherit" onClick={() => void ask()}>
            {t('proctoring.prepare.refuse')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  )
}
