import { Alert, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { useParams } from 'react-router'
import { fullName } from '#core/contract/full_name'
import { queryClient, request, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { goTo, storeReturnPath, signOut, useUser } from '#web/session'
import { pagePath, VisitorFrame } from '#web/shell'
import { ErrorState, LoadingState } from '#web/ui'
import type { SigningView } from '../../server/transformers/meetings.js'

const keyOf = (token: string) => ['toolbox_meetings', 'at', token]
const pathOf = (token: string) => `/api/toolbox_meetings/at/${encodeURIComponent(token)}`

/** /toolbox/{token}: the page of a meeting's QR code. A member of the company signs with one press. */
export default function SignPage() {
  const t = useT()
  const format = useFormat()
  const { token = '' } = useParams()
  const { data, error, refetch } = useApiQuery(keyOf(token), () => request<{ data: SigningView }>(pathOf(token)))
  if (error)
    return error.status === 404 ? (
      <VisitorFrame title={t('toolbox_meetings.sign.unknown')} text={t('toolbox_meetings.sign.unknown_text')} />
    ) : (
      <ErrorState asPage error={error} part="toolbox_meetings" onRetry={() => void refetch()} />
    )
  if (!data) return <LoadingState shape="page" count={2} />
  const meeting = data.data
  const about = [meeting.company.name, format.day(meeting.held_on), meeting.place].filter(Boolean).join(' · ')
  return (
    <VisitorFrame title={meeting.topic} text={about}>
      <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        <Stack sx={{ gap: 4 }}>
          <Step token={token} meeting={meeting} />
        </Stack>
      </Paper>
    </VisitorFrame>
  )
}

interface StepProps {
  token: string
  meeting: SigningView
}

/** The one action that is available to this reader. */
function Step({ token, meeting }: StepProps) {
  const t = useT()
  const { company, visitor } = meeting
  const here = pagePath('toolbox_meetings.sign', { token }) ?? '/'
  if (visitor === 'member') return <SignStep token={token} meeting={meeting} />
  if (meeting.is_closed) return <Alert severity="info">{t('toolbox_meetings.sign.closed')}</Alert>
  const signIn = async () => {
    if (visitor === 'other_company') await signOut()
    storeReturnPath(here)
    goTo(`/login/${encodeURIComponent(company.login_id)}`)
  }
  return (
    <>
      <Typography>{t(`toolbox_meetings.sign.${visitor}`, { company: company.name })}</Typography>
      <Button fullWidth size="large" variant="contained" onClick={() => void signIn()}>
        {t('toolbox_meetings.sign.sign_in')}
      </Button>
    </>
  )
}

function SignStep({ token, meeting }: StepProps) {
  const t = useT()
  const user = useUser()
  const sign = useApiMutation(() => request<{ data: SigningView }>(`${pathOf(token)}/sign`, { method: 'POST', body: {} }), {
    onSuccess: (answer) => queryClient.setQueryData(keyOf(token), answer),
  })
  const { is_present: isPresent, is_closed: isClosed } = meeting
  return (
    <>
      {isPresent ? (
        <Alert severity="success">{t('toolbox_meetings.sign.done')}</Alert>
      ) : isClosed ? (
        <Alert severity="info">{t('toolbox_meetings.sign.closed')}</Alert>
      ) : (
        <Button fullWidth size="large" variant="contained" loading={sign.isPending} onClick={() => sign.mutate(undefined)}>
          {t('toolbox_meetings.sign.confirm')}
        </Button>
      )}
      <Typography variant="body2" sx={{ textAlign: 'center', color: 'text.secondary' }}>
        {t('toolbox_meetings.sign.signed_in_as', { name: fullName(user) })}{' '}
        {!isPresent && !isClosed && (
          <Link component="button" type="button" onClick={() => void signOut()}>
            {t('toolbox_meetings.sign.not_me')}
          </Link>
        )}
      </Typography>
    </>
  )
}
