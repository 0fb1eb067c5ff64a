import { Alert, Button, Paper, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useNavigate, useParams } from 'react-router'
import { api, useApiMutation, useApiQuery, useErrorText, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { goTo, languageAtom, loggedInAtom, storeReturnPath, signOut } from '#web/session'
import { pagePath, RegisterOrSignIn, VisitorFrame } from '#web/shell'
import { check, ErrorState, Form, FormActions, LoadingState, RichText, TextInput, useToast } from '#web/ui'
import type { VisitorView } from '../../server/transformers/key.js'

/** Reasons for which the page has its own words. */
const CLOSED = new Set(['key_used', 'key_withdrawn', 'course_gone'])

const pathOf = (token: string) => pagePath('seat_keys.use', { token }) ?? '/'

/** /sleutel/{code}: the page of a key. A person signs in or registers, and gets its course. Without a code it asks for one. */
export default function KeyPage() {
  const { token = '' } = useParams()
  return token ? <Key token={token} /> : <TypeCode />
}

function TypeCode() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <VisitorFrame title={t('seat_keys.use.title')} text={t('seat_keys.use.type_text')}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Form<{ code: string }, string>
          part="seat_keys"
          guard={false}
          initialValues={{ code: '' }}
          validate={(values) => [check.required(values, 'code')]}
          onSubmit={({ code }) => Promise.resolve(code.trim())}
          onSuccess={(code) => void navigate(pathOf(code))}
        >
          <TextInput name="code" label={t('seat_keys.field.code')} help={t('seat_keys.use.code_help')} maxLength={40} required />
          <FormActions fullWidth submitLabel={t('seat_keys.use.next')} />
        </Form>
      </Paper>
    </VisitorFrame>
  )
}

function Key({ token }: { token: string }) {
  const language = useAtomValue(languageAtom)
  const { data, error, refetch } = useApiQuery(['seat_keys', 'at', token, language], () =>
    api.seatKeys.at.show({ params: { token }, ...withQuery({ language }) }),
  )
  if (data) return <Found token={token} found={data.data} />
  if (error?.status === 404) return <Refused code="unknown" token={token} />
  if (error && CLOSED.has(error.code)) return <Refused code={error.code} token={token} />
  if (error) return <ErrorState asPage error={error} part="seat_keys" onRetry={() => void refetch()} />
  return <LoadingState shape="page" count={2} />
}

/** The reason that a key does not work. A person signed in with another company sees the same as for an unknown code. */
function Refused({ code, token }: { code: string; token: string }) {
  const t = useT()
  const signedIn = useAtomValue(loggedInAtom)
  const leave = async () => {
    await signOut()
    storeReturnPath(pathOf(token))
    goTo(pathOf(token))
  }
  return (
    <VisitorFrame title={t(`seat_keys.closed.${code}`)} text={t(`seat_keys.closed.${code}_text`)}>
      <Stack sx={{ gap: 3 }}>
        {code === 'unknown' && (
          <Button variant="contained" size="large" onClick={() => goTo(pagePath('seat_keys.use') ?? '/sleutel')}>
            {t('seat_keys.use.another')}
          </Button>
        )}
        {code === 'unknown' && signedIn && (
          <Button variant="outlined" size="large" onClick={() => void leave()}>
            {t('core.nav.logout')}
          </Button>
        )}
      </Stack>
    </VisitorFrame>
  )
}

function Found({ token, found: { course, company, standing } }: { token: string; found: VisitorView }) {
  const t = useT()
  const format = useFormat()
  const leaveFor = (path: string) => {
    storeReturnPath(pathOf(token))
    goTo(path)
  }
  return (
    <VisitorFrame title={t('seat_keys.use.heading', { company: company.name })} text={t('seat_keys.use.text')}>
      <Stack sx={{ gap: 4 }}>
        <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
          <Stack sx={{ gap: 3 }}>
            <div>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{course.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {format.minutes(course.minutes)}
              </Typography>
            </div>
            <RichText html={course.description} />
          </Stack>
        </Paper>
        {standing === 'visitor' && (
          <RegisterOrSignIn
            part="seat_keys"
            loginId={company.login_id}
            draftKey="seat_keys.email"
            onRegister={(email, language) => api.seatKeys.at.register({ params: { token }, body: { email, language } })}
            onLeave={leaveFor}
          />
        )}
        {standing === 'not_allowed' && <Alert severity="info">{t('seat_keys.errors.not_allowed')}</Alert>}
        {standing === 'mine' && (
          <>
            <Alert severity="success">{t('seat_keys.use.mine')}</Alert>
            <Button variant="contained" size="large" fullWidth onClick={() => goTo('/deelnemer/trainingen')}>
              {t('seat_keys.use.to_courses')}
            </Button>
          </>
        )}
        {standing === 'ready' && <UseStep token={token} />}
      </Stack>
    </VisitorFrame>
  )
}

function UseStep({ token }: { token: string }) {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const use = useApiMutation(() => api.seatKeys.at.use({ params: { token } }), {
    quiet: true,
    onError: (error) => toast.error(ofError(error, 'seat_keys')),
    onSuccess: () => {
      toast.success(t('seat_keys.use.done'))
      goTo('/deelnemer/trainingen', { replace: true })
    },
  })
  return (
    <Stack sx={{ gap: 2 }}>
      <Button variant="contained" size="large" fullWidth loading={use.isPending} onClick={() => use.mutate(undefined)}>
        {t('seat_keys.use.do')}
      </Button>
      <Typography variant="body2" sx={{ textAlign: 'center', color: 'text.secondary' }}>
        {t('seat_keys.use.once')}
      </Typography>
    </Stack>
  )
}
