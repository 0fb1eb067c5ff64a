import { Alert, Box, Button, Divider, Link, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useT } from '#web/i18n'
import { goTo, homePath, loggedInAtom, userAtom } from '#web/session'
import { LanguagePicker } from '#web/ui'
import { bootstrap } from '../../boot/bootstrap.js'
import { CompanyMark } from '../../shell/layout/CompanyMark.js'
import { PrivacyLink } from '../../shell/layout/LegalFooter.js'
import { BrandPanel } from './BrandPanel.js'
import { LoginForm } from './LoginForm.js'

const params = new URLSearchParams(location.search)
const buttons = bootstrap.doors.filter(({ question }) => !question)
const forSupervisors = bootstrap.settings.core?.password_sign_in === 'supervisors'

/** Other parameters beside `?id=`, such as `expired=1` or `passwordreset=1`, are kept. */
function otherParams(): string {
  const others = new URLSearchParams(params)
  others.delete('id')
  return others.size ? `?${others}` : ''
}

/** True while the browser leaves for another page: a signed-in person needs no sign-in page, and `?id=` redirects to that company's. */
function useLeaving(): boolean {
  const loggedIn = useAtomValue(loggedInAtom)
  const user = useAtomValue(userAtom)
  const { loginId, companyName } = bootstrap.branding
  const asked = params.get('id')
  const here = loginId === null || user?.company_name === companyName
  const company = asked && asked.toLowerCase() !== loginId?.toLowerCase() ? `/login/${encodeURIComponent(asked)}${otherParams()}` : null
  const target = user && loggedIn && here ? homePath(user.user_role) : company
  useEffect(() => {
    if (target) goTo(target)
  }, [target])
  return target !== null
}

/** `/:id?` and `/login/:id?`: the company's sign-in page; without a company the platform's own. */
export function LoginPage() {
  const t = useT()
  const leaving = useLeaving()
  const { companyName, loginId } = bootstrap.branding
  if (leaving) return null
  return (
    <Box
      sx={{
        flex: 1,
        display: 'grid',
        gridTemplateColumns: { md: 'minmax(320px, 5fr) 7fr' },
        gridTemplateRows: { xs: 'auto 1fr', md: '1fr' },
        bgcolor: 'background.paper',
      }}
    >
      <BrandPanel />
      <Stack sx={{ px: 5, py: { xs: 6, md: 8 }, minWidth: 0 }}>
        <Stack sx={{ flex: 1, width: '100%', maxWidth: 400, mx: 'auto', pt: { md: '14vh' }, gap: 6 }}>
          <CompanyMark height={40} />
          <div>
            <Typography variant="h1" tabIndex={-1}>
              {t('core.login.heading')}
            </Typography>
            <Typography sx={{ color: 'text.secondary', mt: 1 }}>
              {loginId ? t('core.login.intro', { company: companyName }) : t('core.login.intro_platform')}
            </Typography>
          </div>
          {bootstrap.closedCompany && <Alert severity="warning">{t('core.login.closed', { company: bootstrap.closedCompany })}</Alert>}
          {params.has('expired') && <Alert severity="warning">{t('core.login.expired')}</Alert>}
          {params.has('ended') && <Alert severity="warning">{t('core.login.ended')}</Alert>}
          {params.has('deleted') && <Alert severity="success">{t('core.login.deleted')}</Alert>}
          {buttons.map(({ label, path }) => (
            <Button key={path} href={path} size="large" variant={forSupervisors ? 'contained' : 'outlined'} fullWidth>
              {label}
            </Button>
          ))}
          {buttons.length > 0 && (
            <Divider sx={{ color: 'text.secondary', fontSize: '0.875rem', '& .MuiDivider-wrapper': { whiteSpace: 'normal' } }}>
              {t(forSupervisors ? 'core.login.or_supervisor' : 'core.login.or')}
            </Divider>
          )}
          <LoginForm />
          {bootstrap.doors.map(
            ({ question, label, path }) =>
              question && (
                <Typography key={path} sx={{ textAlign: 'center' }}>
                  {question} <Link href={path}>{label}</Link>
                </Typography>
              ),
          )}
        </Stack>
        <Stack
          direction="row"
          sx={{ width: '100%', maxWidth: 400, mx: 'auto', mt: 8, justifyContent: 'space-between', alignItems: 'center', gap: 3 }}
        >
          <LanguagePicker />
          <PrivacyLink />
        </Stack>
      </Stack>
    </Box>
  )
}
