import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, Progress, Section, useToast } from '#web/ui'
import type { FlowDetail } from '../../server/transformers/flow_transformer.js'
import { flowsChanged } from '../queries.js'
import { useFlowCheck, type FlowChecked } from '../use_flow_check.js'

/** Checks whether people's stored records match the rules, and corrects those that do not. */
export function FlowCheck({ flow: { id, people } }: { flow: Pick<FlowDetail, 'id' | 'people'> }) {
  const t = useT()
  const toast = useToast()
  const textOf = useErrorText()
  const check = useFlowCheck(id)
  const correct = useApiMutation((ids: number[]) => api.flows.check.create({ params: { id }, body: { ids } }), {
    onSuccess: ({ data }) => {
      toast.success(t('flows.check.corrected', { count: data.corrected }))
      flowsChanged()
      check.start()
    },
  })
  const { result } = check
  const isRunning = result?.state === 'running'
  // Most flows are checked with one call, which needs no progress.
  const isLong = isRunning && result.after !== undefined
  const outcome = result && <Outcome result={result} total={people} onContinue={check.resume} />
  return (
    <Section title={t('flows.check.title')} text={t('flows.check.text')}>
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        {/* One button for both, because a removed one would lose the focus. */}
        <Button
          variant="outlined"
          startIcon={<Icon name={isLong ? 'close' : 'success'} />}
          disabled={(isRunning && !isLong) || correct.isPending}
          onClick={isLong ? check.stop : check.start}
        >
          {t(isLong ? 'flows.check.stop' : 'flows.check.start')}
        </Button>
        {isLong && (
          <Box sx={{ width: '100%' }}>
            <Progress
              label={t('flows.check.progress', { checked: result.checked, total: Math.max(people, result.checked) })}
              value={(result.checked / Math.max(people, result.checked)) * 100}
            />
          </Box>
        )}
        <Box sx={{ width: '100%' }}>
          {/* Screen readers hear how it ended, not each part. */}
          {isRunning && outcome}
          <Box role="status">
            {correct.error && <Typography sx={{ color: 'error.main', mb: 3 }}>{textOf.ofError(correct.error, 'flows')}</Typography>}
            {!isRunning && outcome}
          </Box>
        </Box>
        {/* Above the list, which may be long. */}
        {result && !isRunning && result.found.length > 0 && (
          <Button
            variant="contained"
            disabled={correct.isPending}
            onClick={() => correct.mutate(result.found.map(({ id: person }) => person))}
          >
            {t('flows.check.correct', { count: result.found.length })}
          </Button>
        )}
        {result && <FoundPeople result={result} />}
      </Stack>
    </Section>
  )
}

function Outcome({ result, total, onContinue }: { result: FlowChecked; total: number; onContinue: () => void }) {
  const t = useT()
  const textOf = useErrorText()
  const { state, checked, found, more, error } = result
  const wrong = found.length + more
  const isOpen = state === 'stopped' || state === 'failed'
  return (
    <Stack sx={{ gap: 3 }}>
      {isOpen && (
        <Alert
          role="none"
          severity={error ? 'error' : 'info'}
          action={
            <Button color="inherit" onClick={onContinue}>
              {t(error ? 'core.actions.retry' : 'flows.check.continue')}
            </Button>
          }
        >
          {[error && textOf.ofError(error, 'flows'), checked > 0 && t('flows.check.ended', { checked, total: Math.max(total, checked) })]
            .filter(Boolean)
            .join(' ')}
        </Alert>
      )}
      {wrong > 0 && (
        <Alert role="none" severity="warning">
          {t('flows.check.some', { count: wrong, checked })}
        </Alert>
      )}
      {state === 'done' && wrong === 0 && (
        <Alert role="none" severity="success">
          {t('flows.check.none', { count: checked })}
        </Alert>
      )}
    </Stack>
  )
}

function FoundPeople({ result: { found, more } }: { result: FlowChecked }) {
  const t = useT()
  if (!found.length) return null
  return (
    <Box component="ul" sx={{ m: 0, pl: 5 }}>
      {found.map(({ id, name, problems }) => (
        <li key={id}>
          <strong>{name}</strong>: {problems.map(({ kind, course }) => t(`flows.check.${kind}`, { course: course ?? '' })).join(' ')}
        </li>
      ))}
      {more > 0 && <li>{t('flows.check.more', { count: more })}</li>}
    </Box>
  )
}
