import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useId } from 'react'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, CheckInput, DayInput, Form, FormActions, RadioInput, SearchInput, SlotOutlet, TextInput, useToast } from '#web/ui'
import { givingSlot } from '#plugins/learning/contract/index'
import type { GroupDetail } from '../../server/transformers/group_transformer.js'
import { groupsChanged } from '../queries.js'

type Given = GroupDetail['given'][number]

/** "Training geven": which course, the due day, and whether it is mandatory. */
export function GiveCourse({ group, given, onClose }: { group: GroupDetail; given: Given | null; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const choices = useApiQuery(['groups', 'courses', group.id], () => api.groups.courses.index({ params: { id: group.id } }))
  const taken = new Set(group.given.map(({ course }) => course))
  const options = (choices.data?.data ?? [])
    .filter(({ id: course }) => given?.course === course || !taken.has(course))
    .map(({ id: course, name }) => ({ value: String(course), label: name }))
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{given ? given.name : t('groups.give.title')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Typography sx={{ color: 'text.secondary', mb: 5 }}>{t('groups.give.text', { count: group.members })}</Typography>
        <Form
          initialValues={{
            course: given ? String(given.course) : '',
            due: given?.due_at ? 'day' : given?.due_days ? 'days' : 'none',
            due_at: given?.due_at ?? (null as string | null),
            due_days: given?.due_days ? String(given.due_days) : '30',
            mandatory: given?.mandatory ?? true,
            tell: given?.tell ?? true,
          }}
          guard={false}
          part="groups"
          validate={(values) => [
            check.required(values, 'course'),
            values.due === 'day' && check.required(values, 'due_at'),
            check.when(values.due === 'days' && !/^[1-9]\d{0,2}$/.test(values.due_days), 'due_days', 'number'),
          ]}
          onSubmit={({ course, due, due_at: day, due_days: days, mandatory, tell }) =>
            api.groups.courses.give({
              params: { id: group.id },
              body: {
                course: Number(course),
                due_at: due === 'day' ? day : null,
                due_days: due === 'days' ? Number(days) : null,
                mandatory,
                tell,
              },
            })
          }
          onSuccess={() => {
            toast.success(t('groups.give.done'))
            groupsChanged()
            onClose()
          }}
        >
          {({ values }) => (
            <>
              {!given && (
                <SearchInput name="course" label={t('groups.give.course')} options={options} loading={choices.isPending} required />
              )}
              {!given && (
                <SlotOutlet
                  slot={givingSlot}
                  with={{ courses: values.course ? [Number(values.course)] : [], people: group.members, company: group.company_id }}
                />
              )}
              <RadioInput
                name="due"
                required
                label={t('groups.give.due')}
                options={['none', 'day', 'days'].map((value) => ({ value, label: t(`groups.give.due_${value}`) }))}
              />
              {values.due === 'day' && <DayInput name="due_at" label={t('groups.give.day')} help={t('groups.give.day_help')} required />}
              {values.due === 'days' && (
                <TextInput name="due_days" label={t('groups.give.days')} inputMode="numeric" maxLength={3} required />
              )}
              <CheckInput name="mandatory" label={t('groups.give.mandatory')} />
              <CheckInput name="tell" label={t('groups.give.tell')} help={t('groups.give.tell_help')} />
              <FormActions submitLabel={t(given ? 'core.actions.save' : 'groups.give.title')} onCancel={onClose} />
            </>
          )}
        </Form>
      </DialogContent>
    </Dialog>
  )
}
