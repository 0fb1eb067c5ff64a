import { Alert, Button, Stack, Typography } from '@mui/material'
import { use, useEffect, useState } from 'react'
import { request, toApiError, useErrorText, type ApiError } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import type { SecondStepAsked, SignedIn } from '#web/session'
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { LoadingState } from '#web/ui'
import { CodeForm } from './CodeForm.js'
import { EnrolPicture, type Enrolment } from './EnrolPicture.js'
import { PasskeyButton } from './PasskeyButton.js'
import { knowsPasskeys, makePasskey, signWithPasskey } from './passkeys.js'
import { RecoveryCodes } from './RecoveryCodes.js'

interface SecondStepProps {
  asked: SecondStepAsked
  onSignedIn: (answer: SignedIn) => void
  onCancel: () => void
}

/** Loaded with the code, once: a new promise on each render would never settle where loading fails. */
const words = loadMessages('second')

/** Between a right password and the session: a code, or first setting up a second factor. Default export because it is lazy. */
export default function SecondStep(props: SecondStepProps) {
  use(words)
  return props.asked.step === 'code' ? <Code {...props} /> : <Enrol {...props} />
}

interface Ways {
  app: boolean
  passkey: PublicKeyCredentialRequestOptionsJSON | null
  may_make_passkey: boolean
}
type Way = 'passkey' | 'app' | 'recovery'

const post = <A,>(path: string, body: object) => request<A>(`/public/auth/second_factor${path}`, { method: 'POST', body })

/** The methods for the second step on this page; null until loaded. If loading fails, the code of the app remains. */
function useWays(token: string): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null)
  useEffect(() => {
    post<Ways>('/ways', { token }).then(setWays, () => setWays({ app: true, passkey: null, may_make_passkey: false }))
  }, [token])
  return ways
}

function Code({ asked, onSignedIn, onCancel }: SecondStepProps) {
  const t = useT()
  const ways = useWays(asked.token)
  const [picked, setPicked] = useState<Way | null>(null)
  if (!ways) return <LoadingState count={1} />
  const { token } = asked
  const passkey = knowsPasskeys() ? ways.passkey : null
  const others: Way[] = [...(passkey ? ['passkey' as const] : []), ...(ways.app ? ['app' as const] : []), 'recovery']
  const way = picked ?? others[0]!
  return (
    <Stack sx={{ gap: 4 }}>
      <div>
        <Typography variant="h2">{t('core.second.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{t(TEXT[way])}</Typography>
      </div>
      {way === 'passkey' && passkey ? (
        <PasskeyButton
          label={t('core.second.use_passkey')}
          work={async () => post<SignedIn>('/passkey', { token, response: await signWithPasskey(passkey) })}
          onSuccess={onSignedIn}
        />
      ) : (
        <CodeForm
          key={way}
          recovery={way === 'recovery'}
          submitLabel={t('core.login.sign_in')}
          onSubmit={(code) => post<SignedIn>('', { token, code })}
          onSuccess={onSignedIn}
        />
      )}
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        {others
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} onClick={() => setPicked(other)}>
              {t(CHOOSE[other])}
            </Button>
          ))}
        <Button color="inherit" onClick={onCancel}>
          {t('core.second.back')}
        </Button>
      </Stack>
    </Stack>
  )
}

const TEXT: Record<Way, string> = {
  passkey: 'core.second.passkey_text',
  app: 'core.second.code_text',
  recovery: 'core.second.recovery_text',
}
const CHOOSE: Record<Way, string> = {
  passkey: 'core.second.use_passkey',
  app: 'core.second.use_app',
  recovery: 'core.second.use_recovery',
}

function Enrol({ asked, onSignedIn, onCancel }: SecondStepProps) {
  const t = useT()
  const { ofError } = useErrorText()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [done, setDone] = useState<(SignedIn & { recovery_codes: string[] }) | null>(null)
  const mayMake = useWays(asked.token)?.may_make_passkey === true && knowsPasskeys()
  const [withPasskey, setWithPasskey] = useState(false)
  useEffect(() => {
    request<Enrolment>('/public/auth/second_factor/enrol', { method: 'POST', body: { token: asked.token } }).then(
      setEnrolment,
      (error: unknown) => setFailure(toApiError(error)),
    )
  }, [asked.token])
  if (done) return <RecoveryCodes codes={done.recovery_codes} onDone={() => onSignedIn(done)} />
  return (
    <Stack sx={{ gap: 4 }}>
      <div>
        <Typography variant="h2">{t('core.second.enrol_title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1 }}>{t('core.second.enrol_demanded')}</Typography>
      </div>
      {failure && <Alert severity="error">{ofError(failure)}</Alert>}
      {withPasskey && (
        <PasskeyButton
          label={t('core.second.make_passkey')}
          work={async () => {
            const { token } = asked
            const { options } = await post<{ options: PublicKeyCredentialCreationOptionsJSON }>('/passkey/make', { token })
            const response = await makePasskey(options)
            return post<SignedIn & { recovery_codes: string[] }>('/passkey/keep', { token, name: t('core.second.first_passkey'), response })
          }}
          onSuccess={setDone}
        />
      )}
      {enrolment && !withPasskey && (
        <>
          <EnrolPicture enrolment={enrolment} />
          <CodeForm
            submitLabel={t('core.second.switch_on')}
            onSubmit={(code) =>
              request<SignedIn & { recovery_codes: string[] }>('/public/auth/second_factor/confirm', {
                method: 'POST',
                body: { token: asked.token, code },
              })
            }
            onSuccess={setDone}
          />
        </>
      )}
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        {mayMake && (
          <Button onClick={() => setWithPasskey(!withPasskey)}>{t(withPasskey ? 'core.second.use_app' : 'core.second.use_passkey')}</Button>
        )}
        <Button color="inherit" onClick={onCancel}>
          {t('core.second.back')}
        </Button>
      </Stack>
    </Stack>
  )
}
