import { fullName } from '#core/contract/full_name'
import { Alert, Button, Link, Paper, Stack, Typography } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { signOut, useUser } from '#web/session'
import { pagePath } from '#web/shell'
import type { EntranceView } from '../../server/transformers/direct_access.js'
import type { Given } from '../calls.js'
import { CourseChoice } from './CourseChoice.js'

interface SignedInStepProps {
  entrance: EntranceView
  given: Given
  busy: boolean
  onEnter: (course: number | null) => void
}

/** For a person who may enter: one button, or the proof that they did. */
export function SignedInStep({ entrance, busy, onEnter }: SignedInStepProps) {
  const t = useT()
  const format = useFormat()
  const user = useUser()
  const { courses, person } = entrance
  const [visit] = courses.length === 1 ? person.visits : []
  const isProject = entrance.kind === 'project'
  const proof = visit?.status === 'done' && isProject ? pagePath('direct_access.proof', { token: visit.proof }) : null
  const label = visit?.status === 'expired' ? 'again' : visit?.status === 'busy' ? 'go_on' : isProject ? 'begin_instruction' : 'begin'
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
      <Stack sx={{ gap: 4 }}>
        {visit?.status === 'expired' && (
          <Alert severity="warning">{t('direct_access.enter.expired', { day: format.day(visit.valid_until) })}</Alert>
        )}
        {visit?.status === 'waiting' && <Alert severity="info">{t('direct_access.notice.waiting_text')}</Alert>}
        {proof && visit && <Alert severity="success">{t('direct_access.enter.done', { day: format.day(visit.valid_until) })}</Alert>}
        {courses.length > 1 ? (
          <CourseChoice entrance={entrance} disabled={busy} onCourse={onEnter} />
        ) : proof ? (
          <Button fullWidth size="large" variant="contained" href={proof}>
            {t('direct_access.proof.show')}
          </Button>
        ) : (
          <Button fullWidth size="large" variant="contained" loading={busy} onClick={() => onEnter(null)}>
            {t(`direct_access.enter.${label}`)}
          </Button>
        )}
        <Typography variant="body2" sx={{ textAlign: 'center', color: 'text.secondary' }}>
          {t('direct_access.enter.signed_in_as', { name: fullName(user) })}{' '}
          <Link component="button" type="button" onClick={() => void signOut()}>
            {t('direct_access.enter.not_me')}
          </Link>
        </Typography>
      </Stack>
    </Paper>
  )
}
