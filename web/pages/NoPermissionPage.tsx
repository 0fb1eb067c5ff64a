import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { homePath, useUser } from '#web/session'
import { NoPermission } from '#web/ui'

/** In the place of a page that this role may not open. */
export default function NoPermissionPage() {
  const t = useT()
  const { user_role } = useUser()
  return (
    <NoPermission
      action={
        <Button variant="contained" component={Link} to={homePath(user_role)}>
          {t('core.error_page.to_home')}
        </Button>
      }
    />
  )
}
