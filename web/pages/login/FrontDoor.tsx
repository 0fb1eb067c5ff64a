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

/** The app of a visitor; see boot/front_door.ts. */
export default function FrontDoor() {
  return (
    <AppProviders>
      <BareLayout mainRef={null}>
        <Titled />
      </BareLayout>
    </AppProviders>
  )
}
