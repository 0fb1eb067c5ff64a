import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { preparePath } from '../paths.js'

/** Replaces the start button on the page of a recorded quiz. */
export default function RecordedStart({ participation, activity }: { participation: number; activity: number }) {
  const t = useT()
  return (
    <Button variant="contained" size="large" component={Link} to={preparePath(participation, activity)}>
      {t('proctoring.prepare.begin')}
    </Button>
  )
}
