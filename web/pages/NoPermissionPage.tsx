import { Button } from '@mui/material'
import { Link } from 'react-router'
import { landingPage } from '#core/contract/roles'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { NoPermission } from '#web/ui'

/** In the place of a page that this role may not open. */
export default function NoPermissionPage() {
  const t = useT()
  const { user_role } = useUser()
  return (
    <NoPermission
      action={
        <Button variant="contained" component={Link} to={landingPage(user_role)}>
          {t('core.error_page.to_home')}
        </Button>
      }
    />
  )
}
