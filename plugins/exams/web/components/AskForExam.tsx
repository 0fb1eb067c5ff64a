import { Alert } from '@mui/material'
import { api, useApiQuery } from '#web/api'
import { languageName, useT } from '#web/i18n'
import { check, DayInput, Form, FormActions, LoadingState, SearchInput, SelectInput, TextInput, useToast } from '#web/ui'
import { examsChanged } from '../queries.js'
import { isCount } from './AddMoments.js'

/** A supervisor asks for an exam at the company's own location. */
export function AskForExam({ onDone }: { onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const { data } = useApiQuery(['exams', 'request_options'], () => api.exams.requests.options({}))
  if (!data) return <LoadingState shape="rows" count={5} />
  const { exams, billed_least: least, list_days: days } = data.data
  return (
    <Form
      part="exams"
      initialValues={{
        exam_id: '',
        people: '',
        language: 'nl',
        wished_on: null as string | null,
        location: '',
        address: '',
        city: '',
        note: '',
      }}
      validate={(values) => [
        check.required(values, 'exam_id'),
        check.when(!isCount(values.people, 200), 'people', 'number'),
        check.required(values, 'language'),
        check.required(values, 'wished_on'),
        check.required(values, 'location'),
        check.required(values, 'address'),
        check.required(values, 'city'),
      ]}
      onSubmit={({ exam_id: exam, people, wished_on: wished, ...values }) =>
        api.exams.requests.create({ body: { ...values, exam_id: Number(exam), people: Number(people), wished_on: wished! } })
      }
      onSuccess={() => {
        toast.success(t('exams.requests.sent'))
        examsChanged()
        onDone()
      }}
    >
      {({ values }) => (
        <>
          <Alert severity="info">{t('exams.requests.terms', { least, days })}</Alert>
          <SearchInput
            name="exam_id"
            label={t('exams.field.exam')}
            options={exams.map(({ id, course }) => ({ value: String(id), label: course }))}
            required
          />
          <TextInput name="people" label={t('exams.field.people')} inputMode="numeric" maxLength={3} required />
          <SelectInput
            name="language"
            label={t('exams.field.language')}
            required
            options={(exams.find(({ id }) => id === Number(values.exam_id))?.languages ?? ['nl']).map((value) => ({
              value,
              label: languageName(value),
            }))}
          />
          <DayInput name="wished_on" label={t('exams.field.wished_on')} required />
          <TextInput name="location" label={t('exams.field.location')} required maxLength={200} />
          <TextInput name="address" label={t('exams.field.address')} required maxLength={300} />
          <TextInput name="city" label={t('exams.field.city')} required maxLength={100} />
          <TextInput name="note" label={t('exams.field.note')} rows={3} maxLength={1000} />
          <FormActions submitLabel={t('exams.requests.send')} onCancel={onDone} />
        </>
      )}
    </Form>
  )
}
