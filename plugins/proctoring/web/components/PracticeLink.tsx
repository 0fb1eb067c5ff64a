import { Alert, Button } from '@mui/material'
import { Link } from 'react-router'
import { isPhoneOrTablet } from '#plugins/learning/contract/device'
import { api, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { practicePath } from '../paths.js'
import { practiceKey } from '../practice_key.js'

/** On the page of a course with a recorded quiz that is not done yet: the practice run, and when everything last worked. */
export default function PracticeLink({ participation, activity, title }: { participation: number; activity: number; title: string }) {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(practiceKey(participation, activity), () =>
    api.proctoring.practices.show({ params: { participation: String(participation), activity: String(activity) } }),
  )
  if (!data) return null
  const onPhone = isPhoneOrTablet()
  const done = data.data.done_at
  return (
    <Alert
      severity={done ? 'success' : 'info'}
      action={
        // Neither the practice run nor the exam works on a phone.
        !onPhone && (
          <Button color="inherit" component={Link} to={practicePath(participation, activity)}>
            {t(done ? 'proctoring.practice.again' : 'proctoring.practice.open')}
          </Button>
        )
      }
    >
      {done
        ? t('proctoring.practice.worked', { quiz: title, date: format.dateTime(done) })
        : t(onPhone ? 'proctoring.practice.offer_computer' : 'proctoring.practice.offer', { quiz: title })}
    </Alert>
  )
}
