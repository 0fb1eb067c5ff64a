import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { preparePath } from '../paths.js'

/** On the page of a recorded quiz, where others have their start button. */
export default function RecordedStart({ participation, activity }: { participation: number; activity: number }) {
  const t = useT()
  return (
    <Button variant="contained" size="large" component={Link} to={preparePath(participation, activity)}>
      {t('proctoring.prepare.begin')}
    </Button>
  )
}
