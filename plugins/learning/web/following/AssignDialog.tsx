import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, SearchInput, SlotOutlet } from '#web/ui'
import { givingSlot } from '../../contract/index.js'
import { useCourseChoices } from '../queries.js'

export interface AssignValues {
  courses: string[]
  members: string[]
  due_at: string | null
  mandatory: boolean
  again: boolean
  /** The participant hears of it. */
  tell: boolean
}

/** The first day that a course may be due. */
export function firstDueDay(): string {
  const today = new Date()
  return `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`
}

/** As the server takes them. */
export const termsOf = ({ courses, due_at, mandatory, again, tell }: AssignValues) => ({
  ...{ courses: courses.map(Number), due_at, mandatory, again, tell },
})

interface AssignDialogProps {
  text: string
  /** How many are meant, where that is known; else as many as the form names. */
  count?: number
  /** Who is meant, where the form has to ask. */
  people?: ReactNode
  initial?: Partial<AssignValues>
  submitLabel: string
  onSubmit: (values: AssignValues) => Promise<unknown>
  onSuccess?: (answer: unknown) => void
  onClose: () => void
}

/** "Training toewijzen": which courses, until when, whether they must. */
export function AssignDialog({ text, count, people, initial, submitLabel, onSubmit, onSuccess, onClose }: AssignDialogProps) {
  const t = useT()
  const id = useId()
  const choices = useCourseChoices()
  const options = (choices.data?.data ?? []).map(({ id: course, name }) => ({ value: String(course), label: name }))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('learning.assign.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{text}</Typography>
        <Form<AssignValues, unknown>
          initialValues={{ courses: [], members: [], due_at: null, mandatory: true, again: false, tell: true, ...initial }}
          guard={false}
          part="learning"
          validate={(values) => [...(people ? [check.required(values, 'members')] : []), check.required(values, 'courses')]}
          onSubmit={onSubmit}
          {...(onSuccess && { onSuccess })}
        >
          {({ values }) => (
            <>
              {people}
              <SearchInput
                name="courses"
                label={t('learning.assign.courses')}
                options={options}
                multiple
                loading={choices.isPending}
                required
              />
              <SlotOutlet
                slot={givingSlot}
                with={{ courses: values.courses.map(Number), people: count ?? values.members.length, company: 0 }}
              />
              <DayInput name="due_at" label={t('learning.assign.due_at')} help={t('learning.assign.due_at_help')} min={firstDueDay()} />
              <CheckInput name="mandatory" label={t('learning.assign.mandatory')} />
              <CheckInput name="again" label={t('learning.assign.again')} help={t('learning.assign.again_help')} />
              <CheckInput name="tell" label={t('learning.assign.tell')} help={t('learning.assign.tell_help')} />
              <FormActions submitLabel={submitLabel} onCancel={onClose} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}
