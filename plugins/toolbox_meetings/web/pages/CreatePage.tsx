import { useNavigate } from 'react-router'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { check, ErrorState, Form, FormActions, LoadingState, PageHeader, SearchInput, usePeopleOptions, useToast } from '#web/ui'
import type { MeetingKind } from '../../kinds.js'
import type { MeetingDetail } from '../../server/transformers/meetings.js'
import { GroupChoice } from '../components/GroupChoice.js'
import { MeetingFields } from '../components/MeetingFields.js'
import { meetingChanged, useOptions } from '../queries.js'

/** Today in the browser's time zone: a meeting is usually recorded on the day it is held. */
function todayHere(): string {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** /toolboxmeetings/nieuw: the topic and group of a new meeting; the attendance follows. */
export default function CreatePage() {
  const t = useT()
  const options = useOptions()
  if (options.error) return <ErrorState asPage error={options.error} part="toolbox_meetings" onRetry={() => void options.refetch()} />
  return (
    <>
      <PageHeader
        title={t('toolbox_meetings.create.title')}
        trail={[{ label: t('toolbox_meetings.title'), to: pagePath('toolbox_meetings.list') ?? '' }]}
      />
      {options.data ? <CreateForm {...options.data.data} /> : <LoadingState shape="text" count={4} />}
    </>
  )
}

interface CreateFormProps {
  groups: { id: number; name: string; count: number }[]
  topics: string[]
  place: string
}

function CreateForm({ groups, topics, place }: CreateFormProps) {
  const t = useT()
  const toast = useToast()
  const navigate = useNavigate()
  const people = usePeopleOptions(0, { status: 'active' })
  const list = pagePath('toolbox_meetings.list') ?? '/'
  return (
    <Form
      part="toolbox_meetings"
      draftKey="toolbox_meetings.new"
      initialValues={{ topic: '', held_on: todayHere() as string | null, place, kind: 'in_person', group: '', members: [] as string[] }}
      validate={(values) => [check.required(values, 'topic'), check.required(values, 'held_on')]}
      onSubmit={({ topic, held_on, place: where, kind, group, members }) =>
        api.toolboxMeetings.meetings.create({
          body: {
            ...{ topic, held_on: held_on ?? '', place: where, kind: kind as MeetingKind },
            ...{ group_id: group ? Number(group) : null, members: members.map(Number) },
          },
        }) as PromiseLike<{ data: MeetingDetail }>
      }
      onSuccess={(answer) => {
        toast.success(t('toolbox_meetings.create.done'))
        meetingChanged(answer)
        void navigate(pagePath('toolbox_meetings.meeting', { meeting: answer.data.id }) ?? list, { replace: true })
      }}
    >
      <MeetingFields topics={topics}>
        {groups.length > 0 && <GroupChoice groups={groups} />}
        <SearchInput name="members" label={t('toolbox_meetings.create.people')} multiple {...people} />
      </MeetingFields>
      <FormActions sticky submitLabel={t('toolbox_meetings.create.submit')} onCancel={() => void navigate(list)} />
    </Form>
  )
}
