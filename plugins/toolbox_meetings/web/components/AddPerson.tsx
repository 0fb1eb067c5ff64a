import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, PersonPicker } from '#web/ui'
import type { MeetingDetail } from '../../server/transformers/meetings.js'
import { meetingChanged } from '../queries.js'

/** Adds a person who was not expected, and ticks them immediately. */
export function AddPerson({ meeting }: { meeting: MeetingDetail }) {
  const t = useT()
  return (
    <Form<{ person: number | null }, { data: MeetingDetail }>
      // Cleared once a person was added.
      key={meeting.attendees.length}
      part="toolbox_meetings"
      guard={false}
      initialValues={{ person: null }}
      validate={(values) => [check.required(values, 'person')]}
      onSubmit={({ person }) =>
        api.toolboxMeetings.meetings.presence({ params: { id: meeting.id }, body: { members: [person!], state: 'present' } }) as Promise<{
          data: MeetingDetail
        }>
      }
      onSuccess={meetingChanged}
    >
      <PersonPicker name="person" label={t('toolbox_meetings.add_person.label')} required />
      <FormActions submitLabel={t('toolbox_meetings.add_person.submit')} />
    </Form>
  )
}
