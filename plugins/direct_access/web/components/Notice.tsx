import { Button, Paper, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { goTo, homePath, storeReturnPath, signOut, useUser } from '#web/session'
import { pagePath, VisitorFrame } from '#web/shell'
import { Icon } from '#web/ui'

interface NoticeProps {
  token: string
  kind: 'waiting' | 'other_company' | 'not_a_participant'
  company: string
  title: string
}

/** The reason that a person cannot enter with this account, and the next step. */
export function Notice({ token, kind, company, title }: NoticeProps) {
  const t = useT()
  const user = useUser()
  const leave = async () => {
    await signOut()
    storeReturnPath(pagePath('direct_access.enter', { token }) ?? '/')
  }
  return (
    <VisitorFrame title={title}>
      <Paper variant="outlined" sx={{ p: { xs: 5, sm: 6 } }}>
        <Stack role="status" sx={{ gap: 4, alignItems: 'center', textAlign: 'center' }}>
          <Icon name={kind === 'waiting' ? 'waiting' : 'info'} sx={{ fontSize: 40, color: 'text.secondary' }} />
          <Typography variant="h2">{t(`direct_access.notice.${kind}`)}</Typography>
          <Typography sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {t(`direct_access.notice.${kind}_text`, { company })}
          </Typography>
          {kind === 'waiting' ? (
            <Button variant="outlined" onClick={() => goTo(homePath(user.user_role))}>
              {t('core.error_page.to_home')}
            </Button>
          ) : (
            <Button variant="contained" size="large" onClick={() => void leave()}>
              {t('core.nav.logout')}
            </Button>
          )}
        </Stack>
      </Paper>
    </VisitorFrame>
  )
}
