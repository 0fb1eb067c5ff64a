import { Alert, Checkbox, FormControlLabel, FormGroup, Stack, Typography } from '@mui/material'
import type { Adjustment } from '#plugins/exams/contract/adjustments'
import { useT } from '#web/i18n'
import type { WizardValues } from '../answers.js'
import { type PlanView, useMoments } from '../queries.js'

interface AdjustmentsProps {
  values: WizardValues
  update: (changes: Partial<WizardValues>) => void
  plan: PlanView | undefined
}

/** The adjustments of the exam for each person: only those that the chosen moment offers. Renders nothing if it offers none. */
export function Adjustments({ values, update, plan }: AdjustmentsProps) {
  const t = useT()
  const moments = useMoments({ course: values.course ?? 0 })
  const moment = values.type === 'elearning' ? undefined : moments.data?.data.find(({ id }) => id === values.moment)
  const isRefused = (plan?.problems ?? []).some(({ rule }) => rule === 'adjustment_not_offered')
  if (!moment || (!moment.adjustments.length && !isRefused)) return null
  const choose = (index: number, adjustment: Adjustment, isOn: boolean) =>
    update({
      people: values.people.map((person, at) => {
        const others = (person.adjustments ?? []).filter((one) => one !== adjustment)
        return at === index ? { ...person, adjustments: isOn ? [...others, adjustment] : others } : person
      }),
    })
  return (
    <Stack sx={{ gap: 3 }}>
      <div>
        <Typography variant="h3">{t('booking.adjustments.title')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('booking.adjustments.text', { minutes: moment.adjusted_minutes })}
        </Typography>
      </div>
      {isRefused && <Alert severity="error">{t('booking.rules.adjustment_not_offered')}</Alert>}
      {values.people.map((person, index) => {
        const name = plan?.people[index]?.name || person.firstname || person.email
        const chosen = person.adjustments ?? []
        // An adjustment that was chosen for an earlier moment can be removed.
        const shown = [...new Set([...moment.adjustments, ...chosen])]
        return (
          <FormGroup
            row
            key={`${person.membership ?? person.email}-${index}`}
            role="group"
            aria-label={name}
            sx={{ alignItems: 'center', columnGap: 4 }}
          >
            <Typography sx={{ fontWeight: 550, minWidth: 180 }}>{name}</Typography>
            {shown.map((adjustment) => (
              <FormControlLabel
                key={adjustment}
                label={t(`booking.adjustment.${adjustment}`)}
                control={<Checkbox checked={chosen.includes(adjustment)} onChange={(_event, isOn) => choose(index, adjustment, isOn)} />}
              />
            ))}
          </FormGroup>
        )
      })}
    </Stack>
  )
}
