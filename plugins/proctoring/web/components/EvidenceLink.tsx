import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { evidencePath } from '../paths.js'

/** On a person's attempt, for an admin: a link to its recording, which asks for a reason. */
export default function EvidenceLink({ attempt }: { attempt: number }) {
  const t = useT()
  return (
    <Link component={RouterLink} to={evidencePath(attempt)}>
      {t('proctoring.evidence.link')}
    </Link>
  )
}
