import { useSearchParams } from 'react-router'
import { Typography } from '@mui/material'
import { useHasMessage, useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'

/** /lti/probleem: why a launch ended, in words for whoever launched and a code for whoever looks after the system. */
export default function ProblemPage() {
  const t = useT()
  const has = useHasMessage()
  const [params] = useSearchParams()
  const given = params.get('reason') ?? ''
  const reason = /^[a-z_]+$/.test(given) && has(`lti.refusals.${given}`) ? given : 'malformed'
  return (
    <VisitorFrame title={t('lti.problem.title')} text={t(`lti.refusals.${reason}`)}>
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {t('lti.problem.text', { reason })}
      </Typography>
    </VisitorFrame>
  )
}
