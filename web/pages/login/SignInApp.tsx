import { useEffect } from 'react'
import { useT } from '#web/i18n'
import { AppProviders } from '../../shell/AppProviders.js'
import { BareLayout } from '../../shell/layout/BareLayout.js'
import { documentTitle } from '../../shell/page_title.js'
import { LoginPage } from './LoginPage.js'

function Titled() {
  const t = useT()
  const title = documentTitle(t('core.login.title'))
  useEffect(() => {
    document.title = title
  }, [title])
  return <LoginPage />
}

/** The app of a visitor; see boot/sign_in_pages.ts. */
export default function SignInApp() {
  return (
    <AppProviders>
      <BareLayout mainRef={null}>
        <Titled />
      </BareLayout>
    </AppProviders>
  )
}
