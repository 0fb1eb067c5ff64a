import { Button, Stack } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'
import { editPath } from '../queries.js'
import { ExamsTable } from './ExamsTable.js'

/** The tab of exams on /training/overzicht: the same list as at /exams. */
export default function TrainingExams() {
  const t = useT()
  return (
    <>
      <Stack direction="row" sx={{ gap: 2, mb: 4, flexWrap: 'wrap' }}>
        <Button variant="contained" component={Link} to={editPath()} startIcon={<Icon name="add" />}>
          {t('exams.exams.add')}
        </Button>
        <Button component={Link} to="/exams/momenten" startIcon={<Icon name="calendar" />}>
          {t('exams.moments.title')}
        </Button>
      </Stack>
      <ExamsTable />
    </>
  )
}
