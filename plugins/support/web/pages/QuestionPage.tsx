import { Box, Button, Stack } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { homePath, loginPath, userAtom } from '#web/session'
import { VisitorFrame } from '#web/shell'
import { Icon, Section } from '#web/ui'
import { QuestionForm } from '../components/QuestionForm.js'

/** /support: a visitor's question, such as when they cannot sign in. `?company=` is a login id. */
export default function QuestionPage() {
  const t = useT()
  const user = useAtomValue(userAtom)
  // The page it is about, if the visitor came from one of ours; the company is in this page's own address.
  const [page] = useState(() => (document.referrer.startsWith(location.origin) ? document.referrer : location.href))
  return (
    <VisitorFrame title={t('support.ask.title')} text={t('support.ask.text')}>
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        <Box sx={{ width: '100%' }}>
          <Section>
            <QuestionForm email={user?.email ?? null} page={page} />
          </Section>
        </Box>
        <Button color="inherit" href={user ? homePath(user.user_role) : loginPath()} startIcon={<Icon name="back" />}>
          {t(user ? 'support.ask.home' : 'support.ask.login')}
        </Button>
      </Stack>
    </VisitorFrame>
  )
}
