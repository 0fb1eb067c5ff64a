import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, PersonPicker, RadioInput, TextInput, useToast } from '#web/ui'
import type { MeetingDetail } from '../../server/transformers/meetings.js'
import { meetingChanged } from '../queries.js'

interface Values {
  membership_id: number | null
  present: string
  reason: string
}

/** Corrects one person's presence after closing, with a reason that stays visible. */
export function CorrectionForm({ meeting, onDone }: { meeting: MeetingDetail; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<Values, { data: MeetingDetail }>
      part="toolbox_meetings"
      initialValues={{ membership_id: null, present: 'present', reason: '' }}
      validate={(values) => [check.required(values, 'membership_id'), check.required(values, 'reason')]}
      onSubmit={({ membership_id: member, present, reason }) =>
        api.toolboxMeetings.meetings.correct({
          params: { id: meeting.id },
          body: { membership_id: member!, present: present === 'present', reason },
        }) as Promise<{ data: MeetingDetail }>
      }
      onSuccess={(answer) => {
        toast.success(t('toolbox_meetings.correct.done'))
        meetingChanged(answer)
        onDone()
      }}
    >
      <PersonPicker name="membership_id" label={t('toolbox_meetings.person')} required />
      <RadioInput
        name="present"
        label={t('toolbox_meetings.correct.was')}
        required
        options={['present', 'absent'].map((value) => ({ value, label: t(`toolbox_meetings.outcome.${value}`) }))}
      />
      <TextInput name="reason" label={t('toolbox_meetings.reason')} help={t('toolbox_meetings.reason_help')} maxLength={300} required />
      <FormActions submitLabel={t('toolbox_meetings.correct.submit')} onCancel={onDone} />
    </Form>
  )
}
