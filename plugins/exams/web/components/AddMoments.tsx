import { useEffect, useRef } from 'react'
import { api } from '#web/api'
import { languageName, useT } from '#web/i18n'
import {
  check,
  CheckInput,
  DayInput,
  Form,
  FormActions,
  RepeatedFields,
  SearchInput,
  SelectInput,
  TextInput,
  useFormState,
  useToast,
} from '#web/ui'
import { MomentAdjustments } from './MomentAdjustments.js'
import { examsChanged, useExamChoices, useExamOptions } from '../queries.js'

const PLACE = { city: '', location: '', address: '' }
export const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
export const isCount = (value: string, most: number) => /^[1-9]\d*$/.test(value) && Number(value) <= most

/** Adds moments: one or more places, once or at weekly intervals. */
export function AddMoments({ onDone }: { onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const { exams, loading } = useExamChoices()
  const { providerOptions } = useExamOptions()
  const options = exams.map((exam) => ({
    value: String(exam.id),
    label: exam.provider_name ? `${exam.course} · ${exam.provider_name}` : exam.course,
  }))
  return (
    <Form
      part="exams"
      initialValues={{
        ...{ exam: '', language: '', day: null as string | null, time: '09:00', weeks: '1', seats: '12', provider: '' },
        ...{ adults_only: false, is_own: false, adjustments: [] as string[], places: [PLACE] },
      }}
      validate={(values) => [
        check.required(values, 'exam'),
        check.required(values, 'language'),
        check.required(values, 'day'),
        check.when(!isTime(values.time), 'time', 'time'),
        check.when(!isCount(values.seats, 1000), 'seats', 'number'),
        check.when(!isCount(values.weeks, 52), 'weeks', 'number'),
        check.when(values.places.length === 0, 'places', 'required'),
        ...values.places.flatMap((_place, index) => [
          check.required(values, `places.${index}.city`),
          check.required(values, `places.${index}.location`),
        ]),
      ]}
      onSubmit={({ exam, day, weeks, seats, provider, places, is_own: isOwn, adjustments, ...values }) => {
        const chosen = exams.find(({ id }) => id === Number(exam))
        return api.exams.moments.create({
          body: {
            ...values,
            adjustments: isOwn ? (adjustments as ('reading_aloud' | 'extra_time')[]) : null,
            exam_id: Number(exam),
            day: day!,
            weeks: Number(weeks),
            seats: Number(seats),
            provider: provider ? Number(provider) : (chosen?.provider ?? null),
            places: places.map(({ city, location, address }) => ({ city, location, address })),
          },
        })
      }}
      onSuccess={({ data }) => {
        toast.success(t('exams.moments.added', { count: data.ids.length }))
        examsChanged()
        onDone()
      }}
    >
      {({ values }) => (
        <>
          <SearchInput name="exam" label={t('exams.field.exam')} options={options} loading={loading} required />
          <SelectInput
            name="language"
            label={t('exams.field.language')}
            required
            options={(exams.find(({ id }) => id === Number(values.exam))?.languages ?? []).map((value) => ({
              value,
              label: languageName(value),
            }))}
          />
          <DayInput name="day" label={t('exams.field.day')} required />
          <TextInput name="time" label={t('exams.field.time')} required maxLength={5} help={t('exams.moments.time_help')} />
          <TextInput
            name="weeks"
            label={t('exams.field.weeks')}
            required
            inputMode="numeric"
            maxLength={2}
            help={t('exams.moments.weeks_help', { count: (Number(values.weeks) || 1) * values.places.length })}
          />
          <TextInput name="seats" label={t('exams.field.seats')} required inputMode="numeric" maxLength={4} />
          <SelectInput
            name="provider"
            label={t('exams.field.provider')}
            options={providerOptions}
            help={t('exams.moments.provider_help')}
          />
          <AdultsOnly said={exams.find(({ id }) => id === Number(values.exam))?.adults_only ?? false} />
          <MomentAdjustments />
          <RepeatedFields
            name="places"
            label={t('exams.field.places')}
            itemLabel={(number) => t('exams.field.place', { number })}
            addLabel={t('exams.moments.add_place')}
            empty={PLACE}
            max={20}
          >
            {(prefix) => <PlaceFields prefix={prefix} />}
          </RepeatedFields>
          <FormActions submitLabel={t('exams.moments.add')} onCancel={onDone} />
        </>
      )}
    </Form>
  )
}

/** Starts with the chosen exam's value and follows another choice, until a person sets it by hand. */
function AdultsOnly({ said }: { said: boolean }) {
  const t = useT()
  const { valueOf, setValue } = useFormState()
  const value = Boolean(valueOf('adults_only'))
  const followed = useRef(value)
  const byHand = useRef(false)
  useEffect(() => {
    if (value !== followed.current) byHand.current = true
  }, [value])
  useEffect(() => {
    if (byHand.current) return
    followed.current = said
    setValue('adults_only', said)
  }, [said, setValue])
  return <CheckInput name="adults_only" look="switch" label={t('exams.field.adults_only')} />
}

/** The place. */
export function PlaceFields({ prefix = '' }: { prefix?: string }) {
  const t = useT()
  return (
    <>
      <TextInput name={`${prefix}city`} label={t('exams.field.city')} required maxLength={100} />
      <TextInput name={`${prefix}location`} label={t('exams.field.location')} required maxLength={200} />
      <TextInput name={`${prefix}address`} label={t('exams.field.address')} maxLength={300} />
    </>
  )
}
