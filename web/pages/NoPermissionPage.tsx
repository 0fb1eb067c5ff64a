import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useMessagesOf, useT } from '#web/i18n'
import { homePath, useUser } from '#web/session'
import { NoPermission } from '#web/ui'
import { bootstrap } from '../boot/bootstrap.js'

const IMPERSONATION_WORDS = ['tools']
const NO_WORDS: string[] = []

/** Replaces a page that this role may not open. */
export default function NoPermissionPage() {
  const t = useT()
  const { user_role } = useUser()
  // An admin who views the site as a company has nobody to ask: the way on is to stop the impersonation.
  const isImpersonating = useMessagesOf(bootstrap.impersonation ? IMPERSONATION_WORDS : NO_WORDS) && bootstrap.impersonation !== null
  return (
    <NoPermission
      {...(isImpersonating && { text: t('core.visit.no_page') })}
      action={
        <Button variant="contained" component={Link} to={homePath(user_role)}>
          {t('core.error_page.to_home')}
        </Button>
      }
    />
  )
}
