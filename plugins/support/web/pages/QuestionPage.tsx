import { Box, Button, Stack } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { homePath, loginPath, userAtom } from '#web/session'
import { VisitorFrame } from '#web/shell'
import { Icon, Section } from '#web/ui'
import { QuestionForm } from '../components/QuestionForm.js'

/** /support: a question of somebody who is not signed in, such as who cannot get in. `?company=` is a login id. */
export default function QuestionPage() {
  const t = useT()
  const user = useAtomValue(userAtom)
  // The page that it is about, where one came from one of ours; the company stands in this one's own address.
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
