import { Alert, Button, Stack, Typography } from '@mui/material'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { isPhoneOrTablet } from '#plugins/learning/contract/device'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ErrorState, LoadingState, PageHeader, Section, useFocusWhenGone, useToast } from '#web/ui'
import { CameraCheck } from '../components/CameraCheck.js'
import { FullScreenCheck } from '../components/FullScreenCheck.js'
import { PracticeQuestions } from '../components/PracticeQuestions.js'
import { ScreenCheck } from '../components/ScreenCheck.js'
import { practiceKey } from '../practice_key.js'
import { stopSharing } from '../recorder/shared_screen.js'

/**
 * /deelnemer/training/quiz/proef/:participation/:activity: the checks of a recorded quiz and a few questions, days ahead and as often as
 * wanted.
 */
export default function PracticePage() {
  const t = useT()
  const format = useFormat()
  const { participation = '', activity = '' } = useParams()
  const params = { participation, activity }
  const key = practiceKey(participation, activity)
  const { data, error, isPending, refetch } = useApiQuery(key, () => api.proctoring.practices.show({ params }))
  const [camera, setCamera] = useState(false)
  const [screen, setScreen] = useState(false)
  const [fullScreen, setFullScreen] = useState(false)
  const [answered, setAnswered] = useState(false)
  const fullScreenWorks = useCallback(() => setFullScreen(true), [])
  useEffect(() => stopSharing, [])
  const toast = useToast()
  const noteFocus = useFocusWhenGone()
  const finish = useApiMutation(() => api.proctoring.practices.finish({ params, body: { works: true as const } }), {
    refresh: [[...key]],
    // The line with the date is at the top of the page, out of sight.
    onSuccess: () => toast.success(t('proctoring.practice.finished')),
  })
  if (isPending) return <LoadingState shape="page" count={4} />
  if (error)
    return <ErrorState asPage error={error} part="proctoring" title={t('proctoring.prepare.failed')} onRetry={() => void refetch()} />
  const practice = data.data
  // Before any step: on a phone none of them proves anything, as the exam refuses phones.
  if (isPhoneOrTablet())
    return (
      <>
        <PageHeader
          title={t('proctoring.practice.title')}
          text={`${practice.course} · ${practice.title}`}
          trail={[{ label: practice.course, to: `/deelnemer/training/${participation}` }]}
        />
        <Alert severity="warning">{t('proctoring.practice.on_phone')}</Alert>
      </>
    )
  const works = camera && fullScreen && answered && (!practice.record_screen || screen)
  return (
    <>
      <PageHeader
        title={t('proctoring.practice.title')}
        text={`${practice.course} · ${practice.title}`}
        trail={[{ label: practice.course, to: `/deelnemer/training/${participation}` }]}
      />
      <Stack sx={{ gap: 5 }} onFocus={noteFocus}>
        <Alert severity="info">{t('proctoring.practice.text')}</Alert>
        {practice.safe_browser && <Alert severity="warning">{t('proctoring.practice.safe_browser')}</Alert>}
        {practice.done_at && (
          <Alert severity="success" role="status">
            {t('proctoring.practice.all_works', { date: format.dateTime(practice.done_at) })}
          </Alert>
        )}
        <Section title={t('proctoring.prepare.camera')} text={t('proctoring.prepare.camera_text')}>
          <CameraCheck onWorks={setCamera} everything />
        </Section>
        {practice.record_screen && (
          <Section title={t('proctoring.screen.title')} text={t('proctoring.practice.screen_text')}>
            <ScreenCheck onShared={setScreen} />
          </Section>
        )}
        <Section title={t('proctoring.practice.full_screen')} text={t('proctoring.practice.full_screen_text')}>
          <FullScreenCheck onWorks={fullScreenWorks} />
        </Section>
        <Section title={t('proctoring.practice.questions')} text={t('proctoring.practice.questions_text')}>
          <PracticeQuestions onAnswered={() => setAnswered(true)} />
        </Section>
        <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
          <Button variant="contained" size="large" disabled={!works} loading={finish.isPending} onClick={() => finish.mutate(undefined)}>
            {t('proctoring.practice.finish')}
          </Button>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(works ? 'proctoring.practice.finish_text' : 'proctoring.practice.not_ready')}
          </Typography>
        </Stack>
      </Stack>
    </>
  )
}
