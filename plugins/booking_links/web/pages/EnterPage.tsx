import { Alert, Button, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { toApiError, useApiQuery, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { goTo, languageAtom, storeReturnPath, signOut } from '#web/session'
import { pagePath, RegisterOrSignIn, VisitorFrame } from '#web/shell'
import { ErrorState, LoadingState, useToast } from '#web/ui'
import type { VisitorView } from '../../server/transformers/visitor_transformer.js'
import { begin, storeChosenCourse, readLink, register, takeCourse } from '../calls.js'
import { LinkClosed } from '../components/LinkClosed.js'
import { LinkCourses } from '../components/LinkCourses.js'
import { usePriceWords } from '../use_price_words.js'

/** Codes for which the page has its own words. */
const CLOSED = new Set(['not_found', 'link_off', 'link_expired', 'link_used_up', 'link_course_gone'])

/**
 * /boeken/{token}: the page of a booking link. A person who may book continues to the prefilled wizard; others sign in or register first.
 */
export default function EnterPage() {
  const { token = '' } = useParams()
  const language = useAtomValue(languageAtom)
  const { data, error, refetch } = useApiQuery(['booking_links', 'at', token, language], () => readLink(token, language))
  if (data) return <Steps token={token} link={data.data} />
  if (error && CLOSED.has(error.code)) return <LinkClosed code={error.code} />
  if (error) return <ErrorState asPage error={error} part="booking_links" onRetry={() => void refetch()} />
  return <LoadingState shape="page" count={2} />
}

function Steps({ token, link }: { token: string; link: VisitorView }) {
  const t = useT()
  const format = useFormat()
  const toast = useToast()
  const { ofError } = useErrorText()
  const priceWords = usePriceWords()
  const { company, courses, standing } = link
  const [kept] = useState(() => takeCourse(token))
  const only = courses.length === 1 ? courses[0]!.id : null
  const known = courses.some(({ id }) => id === kept) ? kept : null
  const [course, setCourse] = useState<number | null>(only ?? known)
  const [busy, setBusy] = useState(false)
  const begun = useRef(false)

  const goOn = async (chosen: number) => {
    setBusy(true)
    try {
      await begin(token, chosen)
      goTo(pagePath('booking.wizard') ?? '/', { replace: true })
    } catch (problem) {
      toast.error(ofError(toApiError(problem), 'booking_links'))
      setBusy(false)
    }
  }
  const goesOn = standing === 'ready' && course !== null
  useEffect(() => {
    if (!goesOn || begun.current) return
    begun.current = true
    void goOn(course)
    // Only once: starts what the person chose.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [goesOn])
  const leaveFor = (path: string) => {
    if (course !== null) storeChosenCourse(token, course)
    storeReturnPath(pagePath('booking_links.enter', { token }) ?? '/')
    goTo(path)
  }
  const leave = async () => {
    await signOut()
    storeReturnPath(pagePath('booking_links.enter', { token }) ?? '/')
  }

  const price = priceWords(link.price)
  const lines = [
    link.type && t(`booking_links.type.${link.type}`),
    price,
    link.min_people > 1 && t('booking_links.enter.min_people', { count: link.min_people }),
    link.expires_on && t('booking_links.enter.until', { day: format.day(link.expires_on) }),
  ].filter(Boolean)
  return (
    <VisitorFrame title={t('booking_links.enter.heading', { company: company.name })} text={lines.join(' · ')}>
      <Stack sx={{ gap: 4 }}>
        <LinkCourses courses={courses} chosen={course} onChoose={setCourse} />
        {standing === 'other_company' || standing === 'not_allowed' ? (
          <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
            <Stack sx={{ gap: 4 }}>
              <Alert severity="info">{t(`booking_links.enter.${standing}`, { company: company.name })}</Alert>
              <Button variant="contained" size="large" fullWidth onClick={() => void leave()}>
                {t('core.nav.logout')}
              </Button>
            </Stack>
          </Paper>
        ) : course === null ? (
          <Typography sx={{ textAlign: 'center', color: 'text.secondary' }}>{t('booking_links.enter.choose')}</Typography>
        ) : standing === 'visitor' ? (
          <RegisterOrSignIn
            part="booking_links"
            loginId={company.login_id}
            mayRegister={link.registration}
            draftKey="booking_links.email"
            onRegister={(email, lang) => register(token, email, lang)}
            onLeave={leaveFor}
          />
        ) : (
          <Button variant="contained" size="large" fullWidth loading={busy} onClick={() => void goOn(course)}>
            {t('booking_links.enter.book')}
          </Button>
        )}
      </Stack>
    </VisitorFrame>
  )
}
