import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, Section, useToast } from '#web/ui'
import { flowsChanged } from '../queries.js'

/** Checks whether people's stored records match the rules, and corrects those that do not. */
export function FlowCheck({ flow }: { flow: number }) {
  const t = useT()
  const toast = useToast()
  const textOf = useErrorText()
  const check = useApiMutation(() => api.flows.check.show({ params: { id: flow } }))
  const correct = useApiMutation((ids: number[]) => api.flows.check.create({ params: { id: flow }, body: { ids } }), {
    onSuccess: ({ data }) => {
      toast.success(t('flows.check.corrected', { count: data.corrected }))
      flowsChanged()
      check.mutate(undefined)
    },
  })
  const result = check.data?.data
  const error = check.error ?? correct.error
  return (
    <Section title={t('flows.check.title')} text={t('flows.check.text')}>
      <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
        <Button variant="outlined" startIcon={<Icon name="success" />} disabled={check.isPending} onClick={() => check.mutate(undefined)}>
          {t('flows.check.start')}
        </Button>
        <Box role="status" sx={{ width: '100%' }}>
          {error && <Typography sx={{ color: 'error.main' }}>{textOf.ofError(error, 'flows')}</Typography>}
          {result && !result.found.length && <Alert severity="success">{t('flows.check.none', { count: result.checked })}</Alert>}
          {result && result.found.length > 0 && (
            <Stack sx={{ gap: 3, alignItems: 'flex-start' }}>
              <Alert severity="warning">
                {t('flows.check.some', { count: result.found.length + result.more, checked: result.checked })}
              </Alert>
              <Box component="ul" sx={{ m: 0, pl: 5 }}>
                {result.found.map(({ id, name, problems }) => (
                  <li key={id}>
                    <strong>{name}</strong>:{' '}
                    {problems.map(({ kind, course }) => t(`flows.check.${kind}`, { course: course ?? '' })).join(' ')}
                  </li>
                ))}
              </Box>
              <Button variant="contained" disabled={correct.isPending} onClick={() => correct.mutate(result.found.map(({ id }) => id))}>
                {t('flows.check.correct', { count: result.found.length })}
              </Button>
            </Stack>
          )}
        </Box>
      </Stack>
    </Section>
  )
}
