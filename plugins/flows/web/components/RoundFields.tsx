import { Alert } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { SelectInput, TextInput } from '#web/ui'
import type { FlowError } from '../../contract/check.js'
import { REPEAT_FROM } from '../../contract/definition.js'
import { type FlowValues, SAME } from '../flow_values.js'

const DAYS = Array.from({ length: 31 }, (_one, index) => String(index + 1))
const MONTHS = Array.from({ length: 12 }, (_one, index) => String(index + 1))

/** Rounds that are counted in months from a day of the person. */
export const hasMonths = (repeat: string) => repeat === 'finished' || repeat === 'previous_end'

interface RoundFieldsProps {
  values: FlowValues
  errors: readonly FlowError[]
  /** The possible flows of later rounds. */
  flows: readonly { id: number; name: string }[]
}

/** Whether the flow repeats, when, and with which steps. */
export function RoundFields({ values, errors, flows }: RoundFieldsProps) {
  const t = useT()
  const format = useFormat()
  const { repeat } = values
  return (
    <>
      <SelectInput
        name="repeat"
        label={t('flows.form.repeat')}
        required
        options={(['never', ...REPEAT_FROM] as const).map((value) => ({ value, label: t(`flows.repeat.${value}`) }))}
      />
      {hasMonths(repeat) && (
        <TextInput
          name="repeat_months"
          label={t('flows.form.repeat_months')}
          help={t(`flows.form.repeat_months_${repeat as 'finished' | 'previous_end'}`)}
          inputMode="numeric"
          maxLength={3}
          required
        />
      )}
      {repeat === 'date' && (
        <>
          <SelectInput
            name="repeat_day"
            label={t('flows.form.repeat_day')}
            required
            options={DAYS.map((value) => ({ value, label: value }))}
          />
          <SelectInput
            name="repeat_month"
            label={t('flows.form.repeat_month')}
            required
            options={MONTHS.map((value) => ({ value, label: format.monthName(Number(value)) }))}
          />
        </>
      )}
      {repeat !== 'never' && (
        <TextInput
          name="repeat_opens"
          label={t('flows.form.repeat_opens')}
          help={t('flows.form.repeat_opens_help')}
          inputMode="numeric"
          maxLength={3}
        />
      )}
      {repeat !== 'never' && (flows.length > 0 || values.refresh_flow !== SAME) && (
        <SelectInput
          name="refresh_flow"
          required
          label={t('flows.form.refresh_flow')}
          help={t('flows.form.refresh_flow_help')}
          options={[
            { value: SAME, label: t('flows.form.refresh_same') },
            ...flows.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {errors.map(({ code }) => (
        <Alert key={code} severity="error">
          {t(`flows.error.${code}`, { path: '' })}
        </Alert>
      ))}
    </>
  )
}
