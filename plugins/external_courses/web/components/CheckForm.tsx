import { Link, Typography } from '@mui/material'
import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { DayInput, Form, FormActions, RadioInput, TextInput, useToast } from '#web/ui'
import { CHECKS, type CheckState } from '../../certificates.js'
import type { CourseWithFiles } from '../../server/transformers/course_transformer.js'

/** Records the register's result for an approved certificate. */
export function CheckForm({ course, onDone }: { course: CourseWithFiles; onDone?: () => void }) {
  const t = useT()
  const toast = useToast()
  if (!course.register) return null
  const register = t(`external_courses.register.${course.register.key}`)
  const valuesOf = ({ check_state: check, diploma_number: number, valid_until: until }: CourseWithFiles) => ({
    check,
    diploma_number: number,
    valid_until: until,
  })
  return (
    <Form
      key={course.id}
      part="external_courses"
      initialValues={valuesOf(course)}
      guard={false}
      onSubmit={({ check, ...values }) =>
        api.externalCourses.certificates.check({ params: { id: course.id }, body: { ...values, check: check as CheckState } })
      }
      onSuccess={({ data }) => {
        toast.success(t('external_courses.check.saved', { name: data.name }))
        void queryClient.invalidateQueries({ queryKey: ['external_courses'] })
        onDone?.()
        return { values: valuesOf(data) }
      }}
    >
      <Typography>{t('external_courses.check.text', { register })}</Typography>
      <Link href={course.register.url} target="_blank" rel="noreferrer" sx={{ alignSelf: 'flex-start' }}>
        {t('external_courses.check.open', { register })}
      </Link>
      <TextInput
        name="diploma_number"
        label={t(`external_courses.courses.${course.kind === 'gwo' ? 'winda_id' : 'diploma_number'}`)}
        maxLength={100}
      />
      <RadioInput
        name="check"
        label={t('external_courses.check.question', { register })}
        required
        options={CHECKS.map((value) => ({ value, label: t(`external_courses.check.${value}`) }))}
      />
      <DayInput name="valid_until" label={t('external_courses.courses.valid_until')} />
      <FormActions submitLabel={t('external_courses.check.save')} />
    </Form>
  )
}
