import { Button, Stack, Typography } from '@mui/material'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { homePath, loginPath, userAtom } from '#web/session'
import { CompanyMark, PrivacyLink } from '#web/shell'
import { Icon, LanguagePicker, Section } from '#web/ui'
import { QuestionForm } from '../components/QuestionForm.js'

/** /support: a question of somebody who is not signed in, such as who cannot get in. `?company=` is a login id. */
export default function QuestionPage() {
  const t = useT()
  const user = useAtomValue(userAtom)
  // The page that it is about, where one came from one of ours; the company stands in this one's own address.
  const [page] = useState(() => (document.referrer.startsWith(location.origin) ? document.referrer : location.href))
  return (
    <Stack sx={{ width: '100%', maxWidth: 560, mx: 'auto', px: 5, py: { xs: 6, md: 12 }, gap: 6 }}>
      <CompanyMark height={36} />
      <Typography variant="h1" tabIndex={-1}>
        {t('support.ask.title')}
      </Typography>
      <Section>
        <QuestionForm email={user?.email ?? null} page={page} />
      </Section>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 3 }}>
        <Button color="inherit" href={user ? homePath(user.user_role) : loginPath()} startIcon={<Icon name="back" />}>
          {t(user ? 'support.ask.home' : 'support.ask.login')}
        </Button>
        <LanguagePicker />
        <PrivacyLink />
      </Stack>
    </Stack>
  )
}
