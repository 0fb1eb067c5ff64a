import { Button, Dialog, DialogContent, DialogTitle, Link, Stack, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { api, queryClient, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { check, DayInput, Form, FormActions, RadioInput, TextInput, useShortcuts, useToast } from '#web/ui'
import { CHECKS, type CheckState, NAMED_KINDS } from '../../certificates.js'
import type { CourseWithFiles } from '../../server/transformers/course_transformer.js'

/** A supervisor approves or refuses a certificate, and can correct its data. Keys: a approves, r refuses. */
export function DecisionForm({ course, onDone }: { course: CourseWithFiles; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const [refusing, setRefusing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const done = (key: string) => {
    toast.success(t(`external_courses.review.${key}`, { name: course.name, person: course.person.name }))
    setRefusing(false)
    onDone()
    void queryClient.invalidateQueries({ queryKey: ['external_courses'] })
  }
  const refuse = useApiMutation((reason: string) =>
    api.externalCourses.certificates.decide({ params: { id: course.id }, body: { approve: false, reason } }),
  )
  useShortcuts([
    { key: 'a', label: t('external_courses.keys.approve'), run: () => box.current?.querySelector('form')?.requestSubmit() },
    { key: 'r', label: t('external_courses.keys.refuse'), run: () => setRefusing(true) },
  ])
  const register = course.register && t(`external_courses.register.${course.register.key}`)
  return (
    <div ref={box}>
      <Form
        part="external_courses"
        initialValues={{
          name: course.name,
          obtained_on: course.obtained_on,
          valid_until: course.valid_until,
          diploma_number: course.diploma_number,
          check: 'not_checked' as string,
        }}
        guard={false}
        validate={(values) => [check.required(values, 'name')]}
        onSubmit={({ check: state, ...values }) =>
          api.externalCourses.certificates.decide({
            params: { id: course.id },
            body: { ...values, approve: true, ...(course.register && { check: state as CheckState }) },
          })
        }
        onSuccess={() => done('approved')}
      >
        {!NAMED_KINDS[course.kind] && <TextInput name="name" label={t('external_courses.own.name')} required maxLength={200} />}
        <DayInput name="obtained_on" label={t('external_courses.courses.obtained_on')} />
        <DayInput name="valid_until" label={t('external_courses.courses.valid_until')} />
        <TextInput
          name="diploma_number"
          label={t(`external_courses.courses.${course.kind === 'gwo' ? 'winda_id' : 'diploma_number'}`)}
          maxLength={100}
        />
        {course.register && register && (
          <>
            <Link href={course.register.url} target="_blank" rel="noreferrer" sx={{ alignSelf: 'flex-start' }}>
              {t('external_courses.check.open', { register })}
            </Link>
            <RadioInput
              name="check"
              label={t('external_courses.check.question', { register })}
              options={CHECKS.map((value) => ({ value, label: t(`external_courses.check.${value}`) }))}
            />
          </>
        )}
        <FormActions submitLabel={t('external_courses.review.approve')}>
          <Button color="error" variant="outlined" onClick={() => setRefusing(true)}>
            {t('external_courses.review.refuse')}
          </Button>
        </FormActions>
      </Form>
      <Dialog open={refusing} onClose={() => setRefusing(false)} fullWidth maxWidth="sm">
        <DialogTitle>{t('external_courses.review.refuse_title', { name: course.name })}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 3 }}>
            <Typography>{t('external_courses.review.refuse_text')}</Typography>
            <Form<{ reason: string }, unknown>
              part="external_courses"
              initialValues={{ reason: '' }}
              guard={false}
              validate={(values) => [check.required(values, 'reason')]}
              onSubmit={({ reason }) => refuse.mutateAsync(reason)}
              onSuccess={() => done('refused')}
            >
              <TextInput name="reason" label={t('external_courses.review.reason')} rows={3} maxLength={1000} required autoFocus />
              <FormActions submitLabel={t('external_courses.review.refuse')} destructive onCancel={() => setRefusing(false)} />
            </Form>
          </Stack>
        </DialogContent>
      </Dialog>
    </div>
  )
}
