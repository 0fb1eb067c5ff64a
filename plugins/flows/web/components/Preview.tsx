import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon, Section, StatusChip } from '#web/ui'
import { flowStates } from '../../contract/states.js'
import type { DryRun } from '../../server/services/people_service.js'
import { StepLines } from './StepLines.js'

type Body = Parameters<typeof api.flows.dryRun.create>[0]['body']

interface PreviewProps {
  body: Body
  /** The reason that no preview is possible yet; null if one is. */
  missing: string | null
  /** The flow is off: nothing starts until it is turned on. */
  isOff: boolean
}

/** Previews which course starts when, for each person, and the cost by contract. The preview disappears when the form changes. */
export function Preview({ body, missing, isOff }: PreviewProps) {
  const t = useT()
  const textOf = useErrorText()
  const asked = JSON.stringify(body)
  const [result, setResult] = useState<{ asked: string; data: DryRun } | null>(null)
  const run = useApiMutation(async () => ({ asked, ...(await api.flows.dryRun.create({ body })) }), { onSuccess: setResult })
  return (
    <Stack sx={{ gap: 3, alignItems: 'stretch' }}>
      {/* Not disabled while it loads: the focus would be lost. */}
      <Button
        variant="outlined"
        disabled={missing !== null}
        onClick={() => !run.isPending && run.mutate(undefined)}
        startIcon={<Icon name="visible" />}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('flows.form.preview')}
      </Button>
      {missing && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {missing}
        </Typography>
      )}
      <Box role="status">
        {run.error && !run.isPending && <Typography sx={{ color: 'error.main' }}>{textOf.ofError(run.error, 'flows')}</Typography>}
        {result?.asked === asked && <Outcome result={result.data} isOff={isOff} />}
      </Box>
    </Stack>
  )
}

/** Returns the steps that start next for a person, or else the step where they are. */
const changesOf = ({ steps, next }: Pick<DryRun['people'][number], 'steps' | 'next'>) => {
  const coming = steps.filter(({ state, starts_on: on }) => state === 'not_started' && on !== null)
  return coming.length ? coming : next ? [next] : []
}

function Outcome({ result: { people, more, unknown, starts, filter, rounds }, isOff }: { result: DryRun; isOff: boolean }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('flows.preview.title')} text={t('flows.preview.text')}>
      <Stack sx={{ gap: 4 }}>
        {isOff && <Alert severity="info">{t('flows.overview.off')}</Alert>}
        {people.length === 0 && <Typography>{t('flows.preview.none')}</Typography>}
        {people.length > 0 && (
          <div>
            <Typography sx={{ fontWeight: 600 }}>{t('flows.preview.today')}</Typography>
            {starts.length === 0 && <Typography>{t('flows.preview.nothing')}</Typography>}
            {starts.map(({ course, people: count, contract, extra_cents: extra, full }) => (
              <Typography key={course} sx={{ color: full ? 'error.main' : 'text.primary' }}>
                {[
                  t('flows.preview.starts', { course, people: count }),
                  full && t('flows.preview.full'),
                  contract && t('flows.preview.contract', { contract }),
                  extra > 0 && t('flows.preview.extra', { amount: format.money(extra) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Typography>
            ))}
            {starts.length > 0 && <Typography sx={{ color: 'text.secondary' }}>{t('flows.preview.mail')}</Typography>}
          </div>
        )}
        {filter && <ByFilter {...filter} />}
        {rounds && (
          <Typography>
            {t('flows.preview.rounds', { people: rounds.people, date: format.day(rounds.first) })}
            {rounds.flow && ` ${t('flows.preview.rounds_flow', { flow: rounds.flow })}`}
          </Typography>
        )}
        {unknown.length > 0 && <Typography>{t('flows.preview.unknown', { emails: unknown.join(', ') })}</Typography>}
        {people.map((person) => (
          <Box
            component="details"
            key={person.membership_id}
            sx={{ borderTop: 1, borderColor: 'divider', pt: 3, '&[open] > summary > svg': { transform: 'rotate(180deg)' } }}
          >
            <Box
              component="summary"
              sx={{ cursor: 'pointer', minHeight: 44, pb: 3, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}
            >
              <Typography component="span" sx={{ fontWeight: 600, flex: 1, minWidth: 100, overflowWrap: 'anywhere' }}>
                {person.name}
              </Typography>
              <StatusChip of={flowStates} status={person.state} />
              <Icon name="expand" />
              {changesOf(person).map(({ step, course, why }) => (
                <Typography key={step} component="span" sx={{ color: 'text.secondary', width: '100%' }}>
                  {course}: {why}
                </Typography>
              ))}
            </Box>
            <StepLines steps={person.steps} />
          </Box>
        ))}
        {more > 0 && <Typography>{t('flows.preview.more', { count: more })}</Typography>}
      </Stack>
    </Section>
  )
}

/** The people the filter adds and removes, by name when they are few. */
function ByFilter({ comes, goes, stays }: NonNullable<DryRun['filter']>) {
  const t = useT()
  const format = useFormat()
  const lineOf = (kind: 'comes' | 'goes', { names, count }: typeof comes) => {
    const rest = count - names.length
    const shown = rest > 0 ? [...names, t('flows.preview.more', { count: rest })] : names
    return count === 0 ? t(`flows.preview.filter_${kind}_none`) : t(`flows.preview.filter_${kind}`, { count, names: format.list(shown) })
  }
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{t('flows.preview.filter')}</Typography>
      <Typography>{lineOf('comes', comes)}</Typography>
      <Typography>{lineOf('goes', goes)}</Typography>
      {stays > 0 && <Typography>{t('flows.preview.filter_stays', { count: stays })}</Typography>}
      <Typography sx={{ color: 'text.secondary' }}>{t('flows.preview.filter_when')}</Typography>
    </div>
  )
}
