import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { api, queryClient, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Form, FormActions, RadioInput, SearchInput, check, useToast } from '#web/ui'

export const REQUIREMENTS_KEY = ['learning', 'list', '/api/learning/requirements'] as const

interface Values {
  course: string
  before: string
  kind: string
  required: string
}

/** Asks for a requirement, and for the course or exam it is required for. */
export function AddRequirement({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const { data, isPending } = useApiQuery(['learning', 'requirement_options'], () => api.learning.requirements.options({}))
  const courses = (data?.data.courses ?? []).map((course) => ({ value: String(course.id), label: `${course.name} (${course.shortname})` }))
  const skills = (data?.data.skills ?? []).map((skill) => ({ value: String(skill.id), label: skill.name }))
  const kinds = ['course', ...(data?.data.exams ? ['exam'] : []), ...(skills.length ? ['skill'] : [])]
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('learning.requirements.add')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Form<Values, { data: { id: number } }>
          part="learning"
          guard={false}
          initialValues={{ course: '', before: 'course', kind: 'course', required: '' }}
          validate={(values) => [check.required(values, 'course'), check.required(values, 'required')]}
          onSubmit={({ course, before, kind, required }) =>
            api.learning.requirements.create({
              body: { course: Number(course), before: before as 'course', kind: kind as 'course', required: Number(required) },
            })
          }
          onSuccess={() => {
            toast.success(t('learning.requirements.added'))
            void queryClient.invalidateQueries({ queryKey: REQUIREMENTS_KEY })
            onClose()
          }}
        >
          {({ values }) => (
            <>
              <SearchInput name="course" label={t('learning.requirements.course')} required options={courses} loading={isPending} />
              <RadioInput
                name="before"
                label={t('learning.requirements.before')}
                required
                options={(data?.data.exams === false ? ['course'] : ['course', 'exam']).map((value) => ({
                  value,
                  label: t(`learning.requirements.before_${value}`),
                }))}
              />
              <RadioInput
                name="kind"
                label={t('learning.requirements.kind')}
                required
                options={kinds.map((value) => ({ value, label: t(`learning.requirements.kind_${value}`) }))}
              />
              <SearchInput
                key={values.kind}
                name="required"
                label={t(values.kind === 'skill' ? 'learning.requirements.which_skill' : 'learning.requirements.which_course')}
                required
                options={values.kind === 'skill' ? skills : courses}
                loading={isPending}
              />
              <FormActions submitLabel={t('learning.requirements.add')} onCancel={onClose} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}
