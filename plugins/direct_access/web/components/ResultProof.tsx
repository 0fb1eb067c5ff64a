import { Button } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { Icon, Section } from '#web/ui'
import { useOwnProjects } from '../queries.js'

/** Below a passed instruction: the link to the proof for the gate. Renders nothing for other courses. */
export default function ResultProof({ participationId, compact = false }: { participationId: number; compact?: boolean }) {
  const t = useT()
  const format = useFormat()
  const { data } = useOwnProjects()
  const visit = compact ? undefined : data?.data.find(({ participation_id: id }) => id === participationId)
  if (!visit) return null
  return (
    <Section
      title={visit.project}
      text={visit.valid_until ? t('direct_access.enter.done', { day: format.day(visit.valid_until) }) : t('direct_access.proof.coming')}
    >
      <Button
        size="large"
        variant="contained"
        startIcon={<Icon name="badge" />}
        href={pagePath('direct_access.proof', { token: visit.proof }) ?? ''}
      >
        {t('direct_access.proof.show')}
      </Button>
    </Section>
  )
}
