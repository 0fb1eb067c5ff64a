import { useSearchParams } from 'react-router'
import { Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { useRefusalWords } from '../words.js'

/** /lti/probleem: why a launch ended, in words for whoever launched and a code for whoever looks after the system. */
export default function ProblemPage() {
  const t = useT()
  const inWords = useRefusalWords()
  const [params] = useSearchParams()
  const reason = /^[a-z_]{1,40}$/.exec(params.get('reason') ?? '')?.[0] ?? 'malformed'
  return (
    <VisitorFrame title={t('lti.problem.title')} text={inWords(reason)}>
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {t('lti.problem.text', { reason })}
      </Typography>
    </VisitorFrame>
  )
}
