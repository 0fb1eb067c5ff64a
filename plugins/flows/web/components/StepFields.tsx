import { Alert, Box, IconButton, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { DayInput, Icon, type Option, SelectInput, TextInput } from '#web/ui'
import type { FlowError } from '../../contract/check.js'
import { ANCHORS, CHOICES, CONDITIONS, DATE_MODES, RULE_TYPES } from '../../contract/definition.js'
import { fieldsOf, type StepValues } from '../flow_values.js'

interface StepFieldsProps {
  course: string
  index: number
  /** All courses of the flow, in order. */
  courses: readonly string[]
  fields: StepValues
  nameOf: (course: string) => string
  /** All trainings: a rule may count from the certificate of any of them. */
  trainings: readonly Option[]
  /** Dates of the profile. */
  profile: readonly Option[]
  errors: readonly FlowError[]
  nameOfStep: (key: string) => string
  onMove: (to: number) => void
  onRemove: () => void
}

const ROW = { display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' } } as const

/** One course of a flow with what starts it; errors are shown at it while typing. */
export function StepFields({
  course,
  index,
  courses,
  fields,
  nameOf,
  trainings,
  profile,
  errors,
  nameOfStep,
  onMove,
  onRemove,
}: StepFieldsProps) {
  const t = useT()
  const name = nameOf(course)
  const prefix = `steps.${fieldsOf(course)}.`
  const others = courses.filter((one) => one !== course).map((value) => ({ value, label: nameOf(value) }))
  const { type } = fields
  const waits = type === 'status' || type === 'relative'
  return (
    <Box component="li">
      <Stack
        role="group"
        aria-label={name}
        sx={{ gap: 3, p: 4, border: 1, borderColor: errors.length ? 'error.main' : 'divider', borderRadius: 1 }}
      >
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography variant="h3" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' }}>
            {index + 1}. {name}
          </Typography>
          <IconButton onClick={() => onMove(index - 1)} disabled={index === 0} aria-label={t('flows.form.up', { course: name })}>
            <Icon name="up" />
          </IconButton>
          <IconButton
            onClick={() => onMove(index + 1)}
            disabled={index === courses.length - 1}
            aria-label={t('flows.form.down', { course: name })}
          >
            <Icon name="down" />
          </IconButton>
          <IconButton onClick={onRemove} aria-label={t('flows.form.remove', { course: name })}>
            <Icon name="delete" />
          </IconButton>
        </Stack>
        {/* What starts the step is one row, what counts for it the next: no field moves when another rule is chosen. */}
        <Box sx={ROW}>
          <SelectInput
            name={`${prefix}type`}
            label={t('flows.form.rule')}
            required
            options={RULE_TYPES.map((value) => ({ value, label: t(`flows.rule_type.${value}`) }))}
          />
          {type === 'anchor' && <AnchorFields prefix={prefix} fields={fields} trainings={trainings} profile={profile} />}
          {type === 'relative' && (
            <TextInput name={`${prefix}days`} label={t('flows.form.days')} inputMode="numeric" maxLength={4} required />
          )}
          {waits && <SelectInput name={`${prefix}other`} label={t('flows.form.other')} options={others} required />}
          {waits && (
            <SelectInput
              name={`${prefix}when`}
              label={t(type === 'relative' ? 'flows.form.when_relative' : 'flows.form.when')}
              required
              options={CONDITIONS.map((value) => ({ value, label: t(`flows.when.${value}`) }))}
            />
          )}
          {type === 'date' && <DayInput name={`${prefix}on`} label={t('flows.form.on')} required />}
          {type === 'date' && (
            <SelectInput
              name={`${prefix}mode`}
              label={t('flows.form.mode')}
              required
              options={DATE_MODES.map((value) => ({ value, label: t(`flows.mode.${value}`) }))}
            />
          )}
        </Box>
        <Box sx={ROW}>
          <TextInput name={`${prefix}due_days`} label={t('flows.form.due_days')} inputMode="numeric" maxLength={4} />
          <SelectInput
            name={`${prefix}counts`}
            label={t('flows.form.counts')}
            required
            options={[
              ...(['required', 'optional'] as const).map((value) => ({ value, label: t(`flows.counts.${value}`) })),
              ...CHOICES.map((value) => ({ value, label: t('flows.counts.choice', { name: value.toUpperCase() }) })),
            ]}
          />
        </Box>
        <Mistakes errors={errors} nameOfStep={nameOfStep} />
      </Stack>
    </Box>
  )
}

const SIDES = ['after', 'before'] as const

/** A day of the person, and the number of days before or after it. */
function AnchorFields({
  prefix,
  fields,
  trainings,
  profile,
}: { prefix: string } & Pick<StepFieldsProps, 'fields' | 'trainings' | 'profile'>) {
  const t = useT()
  const anchors = ANCHORS.filter((anchor) => anchor !== 'profile' || profile.length > 0 || fields.anchor === 'profile')
  return (
    <>
      <SelectInput
        name={`${prefix}anchor`}
        label={t('flows.form.anchor')}
        required
        options={anchors.map((value) => ({ value, label: t(`flows.anchor.${value}`) }))}
      />
      {fields.anchor === 'profile' && <SelectInput name={`${prefix}field`} label={t('flows.form.field')} required options={[...profile]} />}
      {fields.anchor === 'certificate_end' && (
        <SelectInput name={`${prefix}certificate`} label={t('flows.form.certificate')} required options={[...trainings]} />
      )}
      <TextInput name={`${prefix}days`} label={t('flows.form.days')} inputMode="numeric" maxLength={4} required />
      <SelectInput
        name={`${prefix}side`}
        label={t('flows.form.side')}
        required
        options={SIDES.map((value) => ({ value, label: t(`flows.side.${value}`) }))}
      />
    </>
  )
}

interface MistakesProps {
  errors: readonly FlowError[]
  nameOfStep: (key: string) => string
  /** The step's course, where the errors are not shown at it. */
  course?: string
}

/** The errors of a step, each on one line. A cycle is shown with its path. */
export function Mistakes({ errors, nameOfStep, course }: MistakesProps) {
  const t = useT()
  if (!errors.length) return null
  const pathOf = ({ path = [] }: FlowError) => path.map(nameOfStep).join(' → ')
  return (
    <Alert severity="error">
      {errors.map((error) => (
        <div key={error.code}>
          {course && <strong>{course}: </strong>}
          {t(`flows.error.${error.code}`, { path: pathOf(error) })}
        </div>
      ))}
    </Alert>
  )
}
