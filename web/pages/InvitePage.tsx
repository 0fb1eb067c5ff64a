import { Box, Button, Paper, Stack, Typography } from '@mui/material'
import { useSearchParams } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { goTo, loginPath } from '#web/session'
import { ErrorState, LoadingState } from '#web/ui'
import { bootstrap } from '../boot/bootstrap.js'
import { CompanyMark } from '../shell/layout/CompanyMark.js'
import { AcceptInvitation } from './AcceptInvitation.js'
import { PrivacyLink } from '../shell/layout/LegalFooter.js'

/** /invite?token=…: the page behind an invitation mail. Says its state and what to do next. */
export default function InvitePage() {
  const t = useT()
  const format = useFormat()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, isPending, refetch } = useApiQuery(
    ['core', 'invitation', token],
    () => api.core.invitations.show({ params: { token } }),
    { enabled: token !== '' },
  )
  const isUnknown = token === '' || error?.status === 404
  if (error && !isUnknown) return <ErrorState asPage error={error} onRetry={() => void refetch()} />
  if (isPending && !isUnknown) return <LoadingState shape="page" count={2} />
  const state = isUnknown ? 'unknown' : data!.state
  const company = bootstrap.branding.companyName
  return (
    <Stack
      sx={{
        flex: 1,
        alignItems: 'center',
        px: 5,
        pt: { xs: 8, md: state === 'open' ? 10 : '16vh' },
        pb: 6,
        gap: { xs: 6, md: 8 },
        textAlign: 'center',
      }}
    >
      <CompanyMark height={40} />
      <Box sx={{ maxWidth: 520, display: 'grid', gap: 4 }}>
        <Typography variant="h1" tabIndex={-1} sx={{ textWrap: 'balance' }}>
          {t(`core.invite.${state}.title`, { company })}
        </Typography>
        <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
          {t(`core.invite.${state}.text`, { date: data ? format.longDate(data.expires_at) : '' })}
        </Typography>
      </Box>
      {data?.person ? (
        <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 }, width: '100%', maxWidth: 520, textAlign: 'start' }}>
          <AcceptInvitation token={token} person={data.person} />
        </Paper>
      ) : (
        <Button variant="contained" size="large" onClick={() => goTo(loginPath())}>
          {t('core.error_page.to_login')}
        </Button>
      )}
      <Box sx={{ mt: 'auto' }}>
        <PrivacyLink />
      </Box>
    </Stack>
  )
}
