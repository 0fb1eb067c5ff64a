import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { Link } from 'react-router'
import { useFormat, useT } from '#web/i18n'
import { FactList, Section } from '#web/ui'
import { repetitionIn, ruleSentence } from '../../contract/sentences.js'
import { STUCK } from '../../contract/states.js'
import type { FlowDetail } from '../../server/transformers/flow_transformer.js'
import { namesOf } from '../flow_values.js'
import { stuckPath } from '../paths.js'
import { useOptions } from '../queries.js'

/** The contents of a flow in words, and first the people who need help. */
export function FlowOverview({ flow }: { flow: FlowDetail }) {
  const t = useT()
  const format = useFormat()
  const { groups, fields } = useOptions(flow.company_id)
  const { steps, rules, choices = [], finish, expired, skip_held: skips } = flow.definition
  const courseOf = (key: string) => flow.courses.find(({ id }) => id === steps.find((step) => step.key === key)?.course)?.name ?? ''
  const wording = { t: t as never, day: (day: string) => format.longDate(day), course: courseOf, named: namesOf(flow.courses, fields) }
  const named = flow.groups.map((id) => groups.find(({ value }) => value === String(id))?.label).filter((name) => name !== undefined)
  return (
    <Stack sx={{ gap: 5 }}>
      {!flow.active && <Alert severity="info">{t('flows.overview.off')}</Alert>}
      {flow.stuck > 0 && (
        <Alert
          severity="warning"
          action={
            <Button component={Link} to={stuckPath(flow.id, STUCK)} color="inherit">
              {t('flows.overview.show_stuck')}
            </Button>
          }
        >
          {t('flows.overview.stuck', { count: flow.stuck })}
        </Alert>
      )}
      <Section title={t('flows.overview.steps')}>
        <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {steps.map(({ key, due_days: due, optional, choice }, index) => (
            <Box component="li" key={key} sx={{ display: 'flex', gap: 3, py: 3, borderTop: index ? 1 : 0, borderColor: 'divider' }}>
              <Typography sx={{ fontWeight: 600, color: 'text.secondary', minWidth: 24 }}>{index + 1}</Typography>
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography sx={{ fontWeight: 600 }}>{courseOf(key)}</Typography>
                <Typography sx={{ color: 'text.secondary' }}>
                  {[
                    ruleSentence(
                      rules.find(({ step }) => step === key)!,
                      wording,
                    ),
                    due !== null && t('flows.overview.due', { days: due }),
                    optional && t('flows.overview.optional'),
                    choice && t('flows.counts.choice', { name: choice.toUpperCase() }),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </Typography>
              </Box>
            </Box>
          ))}
        </Stack>
      </Section>
      <Section title={t('flows.overview.settings')}>
        <FactList
          facts={[
            {
              label: t('flows.form.finish'),
              value: finish ? t('flows.form.finish_one', { course: courseOf(finish) }) : t('flows.form.finish_all'),
            },
            ...choices.map(({ key, needed }) => ({
              label: t('flows.counts.choice', { name: key.toUpperCase() }),
              value: t('flows.overview.needed', { needed, total: steps.filter(({ choice }) => choice === key).length }),
            })),
            { label: t('flows.form.expired'), value: t(`flows.expired.${expired}`) },
            { label: t('flows.overview.skips'), value: t(skips ? 'flows.overview.skips_yes' : 'flows.overview.skips_no') },
            {
              label: t('flows.overview.repeat'),
              value: repetitionIn(flow.definition, t as never, format.yearDay),
            },
            ...(flow.refresh_flow_name ? [{ label: t('flows.form.refresh_flow'), value: flow.refresh_flow_name }] : []),
            ...(flow.filter ? [{ label: t('flows.form.filter'), value: flow.filter_name ?? flow.filter }] : []),
            ...(named.length || flow.filter
              ? [{ label: t('flows.overview.again'), value: t(flow.again ? 'flows.overview.again_yes' : 'flows.overview.again_no') }]
              : []),
            ...(named.length ? [{ label: t('flows.form.groups'), value: format.list(named) }] : []),
          ]}
        />
      </Section>
    </Stack>
  )
}
