import { Button, Stack } from '@mui/material'
import { useSearchParams } from 'react-router'
import { useHasMessage, useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { goTo, loginPath } from '#web/session'

/** Problems that a new attempt may solve. */
const AGAIN = new Set(['expired', 'denied', 'provider'])

/** /aanmelden/probleem: why the sign-in with the company's own account ended, and what to do. */
export default function ProblemPage() {
  const t = useT()
  const has = useHasMessage()
  const [params] = useSearchParams()
  const given = params.get('reason') ?? ''
  const reason = /^[a-z_]+$/.test(given) && has(`directory.problem.${given}`) ? given : 'provider'
  const company = params.get('company')
  const toLogin = company ? `/login/${encodeURIComponent(company)}` : loginPath()
  return (
    <VisitorFrame title={t('directory.problem.title')} text={t(`directory.problem.${reason}`)}>
      <Stack sx={{ gap: 3, alignItems: 'center' }}>
        {company && AGAIN.has(reason) && (
          <Button variant="contained" size="large" onClick={() => goTo(`/directory/sign_in?company=${encodeURIComponent(company)}`)}>
            {t('directory.problem.again')}
          </Button>
        )}
        <Button variant={company && AGAIN.has(reason) ? 'text' : 'contained'} size="large" onClick={() => goTo(toLogin)}>
          {t('core.error_page.to_login')}
        </Button>
      </Stack>
    </VisitorFrame>
  )
}
