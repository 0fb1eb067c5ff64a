import { api } from '#web/api'
import { languageName, useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, SelectInput, TextInput, useToast } from '#web/ui'
import type { MomentView } from '../../server/transformers/exams_transformer.js'
import { examsChanged, useExamChoices, useExamOptions } from '../queries.js'
import { MomentAdjustments } from './MomentAdjustments.js'
import { isCount, isTime, PlaceFields } from './AddMoments.js'

const valuesOf = (moment: MomentView) => ({
  ...{ city: moment.city, location: moment.location, address: moment.address, language: moment.language },
  ...{ day: moment.day as string | null, time: moment.time, seats: String(moment.seats), adults_only: moment.adults_only },
  is_own: moment.own_adjustments !== null,
  adjustments: moment.adjustments as string[],
  provider: moment.provider ? String(moment.provider) : '',
})

/** Changes a moment; the people with a seat are notified of another time. */
export function ChangeMoment({ moment, onDone }: { moment: MomentView; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const { exams } = useExamChoices()
  const { providerOptions } = useExamOptions()
  const languages = exams.find(({ id }) => id === moment.exam_id)?.languages ?? [moment.language]
  return (
    <Form
      part="exams"
      initialValues={valuesOf(moment)}
      version={moment.updated_at}
      validate={(values) => [
        check.required(values, 'city'),
        check.required(values, 'location'),
        check.required(values, 'day'),
        check.when(!isTime(values.time), 'time', 'time'),
        check.when(!isCount(values.seats, 1000), 'seats', 'number'),
      ]}
      onSubmit={({ day, seats, provider, is_own: isOwn, adjustments, ...values }, { version }) =>
        api.exams.moments.update({
          params: { id: moment.id },
          body: {
            ...values,
            adjustments: isOwn ? (adjustments as MomentView['adjustments']) : null,
            day: day!,
            seats: Number(seats),
            provider: provider ? Number(provider) : null,
            updated_at: version!,
          },
        })
      }
      onSuccess={() => {
        toast.success(t('exams.moment.saved'))
        examsChanged()
        onDone()
      }}
    >
      <PlaceFields />
      <SelectInput
        name="language"
        label={t('exams.field.language')}
        required
        options={languages.map((value) => ({ value, label: languageName(value) }))}
      />
      <DayInput name="day" label={t('exams.field.day')} required />
      <TextInput name="time" label={t('exams.field.time')} required maxLength={5} help={t('exams.moments.time_help')} />
      <TextInput
        name="seats"
        label={t('exams.field.seats')}
        required
        inputMode="numeric"
        maxLength={4}
        help={t('exams.moment.seats_help', { taken: moment.seats - moment.seats_left })}
      />
      <SelectInput name="provider" label={t('exams.field.provider')} options={providerOptions} />
      <CheckInput name="adults_only" look="switch" label={t('exams.field.adults_only')} />
      <MomentAdjustments />
      <FormActions submitLabel={t('core.actions.save')} onCancel={onDone} />
    </Form>
  )
}
