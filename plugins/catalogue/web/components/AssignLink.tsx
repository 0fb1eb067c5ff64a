import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'

/** For managers: a link to the page where they select people and assign the course. */
export default function AssignLink() {
  const t = useT()
  return (
    <Button variant="outlined" fullWidth component={Link} to="/deelnemers?status=active" startIcon={<Icon name="people" />}>
      {t('catalogue.assign')}
    </Button>
  )
}
