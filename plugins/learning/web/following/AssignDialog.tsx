import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, SearchInput, SlotOutlet } from '#web/ui'
import { givingSlot } from '../../contract/index.js'
import { useCourseChoices, useHolders } from '../queries.js'
import { AlreadyHave } from './AlreadyHave.js'

export interface AssignValues {
  courses: string[]
  members: string[]
  due_at: string | null
  mandatory: boolean
  again: boolean
  /** The participant is notified. */
  tell: boolean
  /** People who already have a course are skipped. */
  skip: boolean
}

/** The earliest due date of a course. */
export function firstDueDay(): string {
  const today = new Date()
  return `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`
}

/** Converts the form to the terms that the server accepts. */
export const termsOf = ({ courses, due_at, mandatory, again, tell, skip }: AssignValues) => ({
  ...{ courses: courses.map(Number), due_at, mandatory, again, tell, skip },
})

interface AssignDialogProps {
  text: string
  /** The number of people, if known; else the number in the form. */
  count?: number
  /** The field for choosing people, if the form has to ask. */
  people?: ReactNode
  initial?: Partial<AssignValues>
  /** The selected rows of a list, as the server accepts them. */
  meant?: object
  /** @param left the number of people without those who have everything; null if unknown */
  submitLabel: (left: number | null) => string
  onSubmit: (values: AssignValues) => Promise<unknown>
  onSuccess?: (answer: unknown) => void
  onClose: () => void
}

/** "Training toewijzen": which courses, the due date, and whether they are mandatory. */
export function AssignDialog({ text, count, people, initial, meant, submitLabel, onSubmit, onSuccess, onClose }: AssignDialogProps) {
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
          initialValues={{ courses: [], members: [], due_at: null, mandatory: true, again: false, tell: true, skip: false, ...initial }}
          guard={false}
          part="learning"
          validate={(values) => [...(people ? [check.required(values, 'members')] : []), check.required(values, 'courses')]}
          onSubmit={onSubmit}
          {...(onSuccess && { onSuccess })}
        >
          {({ values, setValue }) => (
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
              <Already values={values} meant={meant} alone={!people && count === undefined} setValue={setValue} />
              <DayInput name="due_at" label={t('learning.assign.due_at')} help={t('learning.assign.due_at_help')} min={firstDueDay()} />
              <CheckInput name="mandatory" label={t('learning.assign.mandatory')} />
              <CheckInput name="again" label={t('learning.assign.again')} help={t('learning.assign.again_help')} />
              <CheckInput name="tell" label={t('learning.assign.tell')} help={t('learning.assign.tell_help')} />
              <Submit values={values} count={count} meant={meant} label={submitLabel} onCancel={onClose} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}

interface AlreadyProps {
  values: AssignValues
  meant: object | undefined
  /** Whether there is only one person. Then skipping is not offered. */
  alone: boolean
  setValue: (name: string, value: unknown) => void
}

function Already({ values, meant, alone, setValue }: AlreadyProps) {
  const holders = useHolders(values, meant)
  if (!holders) return null
  return <AlreadyHave holders={holders} skipped={values.skip} change={alone ? null : (skip) => setValue('skip', skip)} />
}

interface SubmitProps {
  values: AssignValues
  count: number | undefined
  meant: object | undefined
  label: AssignDialogProps['submitLabel']
  onCancel: () => void
}

/** Shows the number of people, without those who are skipped. */
function Submit({ values, count, meant, label, onCancel }: SubmitProps) {
  const holders = useHolders(values, meant)
  const left = count === undefined ? null : count - (values.skip ? (holders?.complete ?? 0) : 0)
  return <FormActions submitLabel={label(left)} onCancel={onCancel} />
}
