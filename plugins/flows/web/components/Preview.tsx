import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { api, useApiMutation, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon, Section, StatusChip } from '#web/ui'
import { flowStates } from '../../contract/states.js'
import type { DryRun, PlannedPerson } from '../../server/services/dry_run.js'
import type { Change } from '../../server/services/plan_changes.js'
import { StepLines } from './StepLines.js'

type Body = Parameters<typeof api.flows.dryRun.create>[0]['body']

interface PreviewProps {
  body: Body
  /** The reason that no preview is possible yet; null if one is. */
  missing: string | null
  /** The flow is off: nothing starts until it is turned on. */
  isOff: boolean
}

/** Previews who starts what and when, what changes for people in progress, the mails and the cost. It disappears when the form changes. */
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

function Outcome({ result, isOff }: { result: DryRun; isOff: boolean }) {
  const t = useT()
  const format = useFormat()
  const { people, more, unchanged, unknown, starts, selection, rounds, mails } = result
  const nobody = people.length + unchanged === 0
  return (
    <Section title={t('flows.preview.title')} text={t('flows.preview.text')}>
      <Stack sx={{ gap: 4 }}>
        {isOff && <Alert severity="info">{t('flows.overview.off')}</Alert>}
        {nobody && <Typography>{t('flows.preview.none')}</Typography>}
        {!nobody && (
          <Part title={t('flows.preview.today')}>
            {starts.length === 0 && <Typography>{t('flows.preview.nothing')}</Typography>}
            {starts.map(({ course, people: count, contract, extra_cents: extra, refused }) => (
              <div key={course}>
                <Typography>
                  {[
                    t('flows.preview.starts', { course, people: count }),
                    contract && t('flows.preview.contract', { contract }),
                    extra > 0 && t('flows.preview.extra', { amount: format.money(extra) }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Typography>
                {refused > 0 && <Typography sx={{ color: 'error.main' }}>{t('flows.preview.refused', { people: refused })}</Typography>}
              </div>
            ))}
          </Part>
        )}
        {selection && selection.comes.count + selection.goes.count + selection.stays > 0 && <Selected {...selection} />}
        {!nobody && (
          <Part title={t('flows.preview.mails')}>
            {mails.map(({ mail, sent }) => (
              <Typography key={mail} sx={{ color: sent ? 'text.primary' : 'text.secondary' }}>
                {t(`flows.preview.mail_${mail}`)}
                {!sent && ` ${t('flows.preview.mail_off')}`}
              </Typography>
            ))}
          </Part>
        )}
        {rounds && (
          <Typography>
            {t('flows.preview.rounds', { people: rounds.people, date: format.day(rounds.first) })}
            {rounds.flow && ` ${t('flows.preview.rounds_flow', { flow: rounds.flow })}`}
          </Typography>
        )}
        {unknown.length > 0 && <Typography>{t('flows.preview.unknown', { emails: unknown.join(', ') })}</Typography>}
        {people.length > 0 && (
          <div>
            <Typography sx={{ fontWeight: 600, pb: 2 }}>{t('flows.preview.people')}</Typography>
            {people.map((person) => (
              <Person key={person.membership_id} person={person} />
            ))}
          </div>
        )}
        {more > 0 && <Typography>{t('flows.preview.more', { count: more })}</Typography>}
        {unchanged > 0 && <Typography>{t('flows.preview.unchanged', { count: unchanged })}</Typography>}
      </Stack>
    </Section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      {children}
    </div>
  )
}

/** A person who is added: their first steps. A person in progress: what changes. Opened: all steps. */
function Person({ person: { name, state, steps, next, changes } }: { person: PlannedPerson }) {
  const coming = steps.filter(({ state: of, starts_on: on }) => of === 'not_started' && on !== null)
  const lines: Change[] = changes?.length
    ? changes
    : (coming.length ? coming : next ? [next] : []).map(({ course, why }) => ({ course, now: why, before: null }))
  return (
    <Box
      component="details"
      sx={{ borderTop: 1, borderColor: 'divider', pt: 3, '&[open] > summary .expand': { transform: 'rotate(180deg)' } }}
    >
      <Box
        component="summary"
        sx={{ cursor: 'pointer', minHeight: 44, pb: 3, display: 'flex', columnGap: 2, rowGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Typography component="span" sx={{ fontWeight: 600, flex: 1, minWidth: 100, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <StatusChip of={flowStates} status={state} />
        <Icon name="expand" className="expand" />
        {lines.map((line, index) => (
          <ChangeLine key={index} {...line} />
        ))}
      </Box>
      <StepLines steps={steps} />
    </Box>
  )
}

function ChangeLine({ course, now, before }: Change) {
  const t = useT()
  return (
    <Typography component="span" sx={{ width: '100%' }}>
      {course && `${course}: `}
      {now}
      {before && (
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {t('flows.preview.before', { before })}
        </Typography>
      )}
    </Typography>
  )
}

/** Who joins and leaves through groups and the filter. Names the first ten. */
function Selected({ comes, goes, stays }: NonNullable<DryRun['selection']>) {
  const t = useT()
  const format = useFormat()
  const lineOf = (kind: 'comes' | 'goes', { names, count }: typeof comes) => {
    const rest = count - names.length
    const shown = rest > 0 ? [...names, t('flows.preview.rest', { count: rest })] : names
    return count === 0 ? t(`flows.preview.filter_${kind}_none`) : t(`flows.preview.filter_${kind}`, { count, names: format.list(shown) })
  }
  return (
    <Part title={t('flows.preview.filter')}>
      <Typography>{lineOf('comes', comes)}</Typography>
      <Typography>{lineOf('goes', goes)}</Typography>
      {stays > 0 && <Typography>{t('flows.preview.filter_stays', { count: stays })}</Typography>}
      <Typography sx={{ color: 'text.secondary' }}>{t('flows.preview.filter_when')}</Typography>
    </Part>
  )
}
