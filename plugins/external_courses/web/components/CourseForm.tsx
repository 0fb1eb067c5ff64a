import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, PersonPicker, SelectInput, TextInput, useToast } from '#web/ui'
import { type CertificateKind, NAMED_KINDS } from '../../certificates.js'
import { STATUSES, type ExternalStatus } from '../../statuses.js'
import type { CourseView, CourseWithFiles } from '../../server/transformers/course_transformer.js'
import { CertificateFacts, CertificateName } from './CertificateFields.js'

interface CourseFormProps {
  /** The course to change; null adds a new one. */
  course: CourseView | null
  /** The person of a new one, if known. */
  person?: CourseView['person']
  onDone: (course: CourseWithFiles) => void
  onCancel?: () => void
}

const valuesOf = (course: CourseView | null, person?: CourseView['person']) => ({
  kind: (course?.kind ?? 'other') as string,
  name: course?.name ?? '',
  membership_id: course?.person.id ?? person?.id ?? null,
  status: course?.status ?? 'passed',
  grade: course?.grade?.toString() ?? '',
  obtained_on: course?.obtained_on ?? null,
  valid_until: course?.valid_until ?? null,
  diploma_number: course?.diploma_number ?? '',
  description: course?.description ?? '',
})

/** Adds or changes a course. Typed values survive a reload; a concurrent change is shown side by side. */
export function CourseForm({ course, person, onDone, onCancel }: CourseFormProps) {
  const t = useT()
  const toast = useToast()
  return (
    <Form
      part="external_courses"
      initialValues={valuesOf(course, person)}
      {...(course && { version: course.updated_at })}
      valuesOf={(current) => valuesOf(current as unknown as CourseView)}
      draftKey={`external_courses.courses.${course?.id ?? 'new'}`}
      validate={(values) => [
        check.when(!NAMED_KINDS[values.kind as CertificateKind] && !values.name.trim(), 'name', 'required'),
        check.required(values, 'membership_id'),
        check.when(values.grade !== '' && !/^\d{1,3}$/.test(values.grade), 'grade', 'number'),
      ]}
      onSubmit={({ grade, membership_id: membership, status, kind, name, ...values }, { version }) => {
        const body = {
          ...values,
          kind: kind as CertificateKind,
          name: NAMED_KINDS[kind as CertificateKind] ?? name,
          membership_id: membership ?? 0,
          status: status as ExternalStatus,
          grade: grade === '' ? null : Number(grade),
        }
        return course
          ? api.externalCourses.courses.update({ params: { id: course.id }, body: { ...body, updated_at: version! } })
          : api.externalCourses.courses.create({ body })
      }}
      onSuccess={({ data }) => {
        toast.success(t(course ? 'external_courses.courses.saved' : 'external_courses.courses.added', { name: data.name }))
        void queryClient.invalidateQueries({ queryKey: ['external_courses'] })
        onDone(data)
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      {({ values }) => (
        <>
          <CertificateName kind={values.kind} nameLabel={t('external_courses.courses.name')} />
          <PersonPicker
            name="membership_id"
            label={t('external_courses.courses.person')}
            role="leerling"
            required
            person={course?.person ?? person ?? null}
          />
          <SelectInput
            name="status"
            label={t('external_courses.courses.status')}
            required
            options={STATUSES.map((value) => ({ value, label: t(`external_courses.status.${value}`) }))}
          />
          <TextInput name="grade" label={t('external_courses.courses.grade')} inputMode="numeric" maxLength={3} suffix="%" />
          <CertificateFacts
            kind={values.kind}
            help={{ number: t('external_courses.own.number_help'), valid: t('external_courses.courses.valid_until_help') }}
          />
          <TextInput name="description" label={t('external_courses.courses.description')} rows={3} maxLength={4000} />
          <FormActions submitLabel={t(course ? 'core.actions.save' : 'external_courses.courses.add')} {...(onCancel && { onCancel })} />
        </>
      )}
    </Form>
  )
}
