import { Button, Box } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { Section, useTaskStarted } from '#web/ui'

/** Everything that is stored about the person, as a file. */
export function OwnData() {
  const t = useT()
  const started = useTaskStarted()
  const start = useApiMutation(() => api.core.account.export({}), { onSuccess: ({ task }) => started(task) })
  return (
    <Section title={t('core.profile.data')} text={t('core.profile.data_text')} anchor="data">
      <Box>
        <Button variant="outlined" onClick={() => start.mutate(undefined)} loading={start.isPending}>
          {t('core.profile.data_start')}
        </Button>
      </Box>
    </Section>
  )
}
