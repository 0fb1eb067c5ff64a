import { Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { useRefusalWords } from '../words.js'

/** Why somebody does not come in: words for them, and a code for whoever looks after the system they came from. */
export function Problem({ reason }: { reason: string }) {
  const t = useT()
  const inWords = useRefusalWords()
  return (
    <VisitorFrame title={t('lti.problem.title')} text={inWords(reason)}>
      <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
        {t('lti.problem.text', { reason })}
      </Typography>
    </VisitorFrame>
  )
}
