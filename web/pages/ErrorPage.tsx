import { Box, Button, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useT } from '#web/i18n'
import { goTo, homePath, loggedInAtom, loginPath, userAtom } from '#web/session'
import { CompanyMark } from '../shell/layout/CompanyMark.js'
import { documentTitle } from '../shell/page_title.js'

/** The error types of section 2. An unknown one is a general error. */
const TYPES = ['general', 'not-found', 'invite', 'direct-access-closed', 'link', 'closed', 'maintenance'] as const

export interface ErrorViewProps {
  type: string
}

/** Says what happened and offers one way on. Used by /error/:type and by unknown addresses. */
export function ErrorView({ type }: ErrorViewProps) {
  const t = useT()
  const user = useAtomValue(userAtom)
  const loggedIn = useAtomValue(loggedInAtom)
  const known = TYPES.find((candidate) => candidate === type) ?? 'general'
  const title = t(`core.error_page.${known}.title`)
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
  const home = user && loggedIn ? homePath(user.user_role) : loginPath()
  return (
    <Stack sx={{ flex: 1, alignItems: 'center', justifyContent: 'center', px: 5, py: 12, gap: 8, textAlign: 'center' }}>
      <CompanyMark height={40} />
      <Box sx={{ maxWidth: 480 }}>
        <Typography variant="h1" tabIndex={-1} sx={{ mb: 2 }}>
          {title}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>{t(`core.error_page.${known}.text`)}</Typography>
      </Box>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
        {known === 'general' || known === 'maintenance' ? (
          <Button variant="contained" onClick={() => location.reload()}>
            {t('core.actions.retry')}
          </Button>
        ) : null}
        {known !== 'maintenance' && (
          <Button variant={known === 'general' ? 'outlined' : 'contained'} onClick={() => goTo(home)}>
            {t(user && loggedIn ? 'core.error_page.to_home' : 'core.error_page.to_login')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** /error/:type */
export default function ErrorPage() {
  const { type = 'general' } = useParams()
  return <ErrorView type={type} />
}
