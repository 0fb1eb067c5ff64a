import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast } from '#web/ui'
import type { MeetingKind } from '../../kinds.js'
import type { MeetingDetail } from '../../server/transformers/meetings.js'
import { meetingChanged } from '../queries.js'
import { MeetingFields } from './MeetingFields.js'

const valuesOf = ({ topic, held_on, place, kind }: MeetingDetail) => ({
  ...{ topic, held_on: held_on as string | null, place, kind: kind as string, reason: '' },
})

/** Form for topic, day, place and kind. After closing this is a correction, which needs a reason. */
export function ChangeForm({ meeting, onDone }: { meeting: MeetingDetail; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const isClosed = meeting.status === 'closed'
  return (
    <Form<ReturnType<typeof valuesOf>, { data: MeetingDetail }>
      part="toolbox_meetings"
      initialValues={valuesOf(meeting)}
      version={meeting.updated_at}
      valuesOf={(current) => valuesOf(current as unknown as MeetingDetail)}
      validate={(values) => [
        check.required(values, 'topic'),
        check.required(values, 'held_on'),
        check.when(isClosed && !values.reason.trim(), 'reason', 'required'),
      ]}
      onSubmit={({ topic, held_on, place, kind, reason }, { version }) =>
        api.toolboxMeetings.meetings.update({
          params: { id: meeting.id },
          body: { ...{ topic, held_on: held_on ?? '', place, kind: kind as MeetingKind, reason }, updated_at: version! },
        }) as Promise<{ data: MeetingDetail }>
      }
      onSuccess={(answer) => {
        toast.success(t('toolbox_meetings.change.done'))
        meetingChanged(answer)
        onDone()
      }}
    >
      <MeetingFields />
      {isClosed && (
        <TextInput name="reason" label={t('toolbox_meetings.reason')} help={t('toolbox_meetings.reason_help')} maxLength={300} required />
      )}
      <FormActions onCancel={onDone} />
    </Form>
  )
}
