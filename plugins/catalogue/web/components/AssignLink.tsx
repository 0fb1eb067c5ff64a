import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** For who manages people: to where one chooses them and assigns. */
export default function AssignLink() {
  const t = useT()
  return (
    <Button variant="outlined" fullWidth component={Link} to="/deelnemers?status=active" startIcon={<Icon name="people" />}>
      {t('catalogue.assign')}
    </Button>
  )
}
