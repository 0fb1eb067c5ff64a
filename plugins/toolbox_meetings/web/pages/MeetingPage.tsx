import { Alert, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { pagePath } from '#web/shell'
import { EmptyState, ErrorState, LoadingState, PageHeader, Section, SidePanel, StatusChip, useConfirm, useToast } from '#web/ui'
import { meetingStatuses } from '../../kinds.js'
import type { MeetingDetail } from '../../server/transformers/meetings.js'
import { AddPerson } from '../components/AddPerson.js'
import { AttendeeList } from '../components/AttendeeList.js'
import { ChangeForm } from '../components/ChangeForm.js'
import { CorrectionForm } from '../components/CorrectionForm.js'
import { Corrections } from '../components/Corrections.js'
import { SheetPhoto } from '../components/SheetPhoto.js'
import { SignCode } from '../components/SignCode.js'
import { meetingChanged, useMeeting } from '../queries.js'

/** Refetch interval of an open meeting, in milliseconds: people sign on their own phones. */
const AGAIN = 5_000

/** /toolboxmeetings/{id}: the attendance, the QR code for signing, the photo, and the button that closes the meeting. */
export default function MeetingPage() {
  const t = useT()
  const { meeting: id = '' } = useParams()
  const query = useMeeting(id, AGAIN)
  if (query.data) return <Page meeting={query.data.data} />
  if (query.error)
    return (
      <ErrorState
        asPage
        error={query.error}
        part="toolbox_meetings"
        title={t('toolbox_meetings.failed')}
        onRetry={() => void query.refetch()}
      />
    )
  return <LoadingState shape="page" count={4} />
}

type Panel = 'change' | 'correct' | null

function Page({ meeting }: { meeting: MeetingDetail }) {
  const t = useT()
  const format = useFormat()
  const [panel, setPanel] = useState<Panel>(null)
  const isOpen = meeting.status === 'open'
  const { close, remove, isClosing } = useEnding(meeting)
  const about = [format.day(meeting.held_on), meeting.place, t(`toolbox_meetings.kind.${meeting.kind}`)].filter(Boolean).join(' · ')
  const change = { label: t('toolbox_meetings.change.title'), icon: 'edit' as const, onClick: () => setPanel('change') }
  const correct = { label: t('toolbox_meetings.correct.title'), icon: 'edit' as const, onClick: () => setPanel('correct') }
  return (
    <>
      <PageHeader
        title={meeting.topic}
        text={about}
        trail={[{ label: t('toolbox_meetings.title'), to: pagePath('toolbox_meetings.list') ?? '' }]}
        badge={<StatusChip of={meetingStatuses} status={meeting.status} />}
        secondary={isOpen ? [change] : [correct]}
        more={isOpen ? [{ label: t('toolbox_meetings.remove.title'), icon: 'delete', onClick: remove }] : [change]}
      />
      <Stack sx={{ gap: 6 }}>
        {!isOpen && meeting.closed_at && (
          <Alert severity="info">{t('toolbox_meetings.closed_on', { when: format.dateTime(meeting.closed_at) })}</Alert>
        )}
        <Section title={t('toolbox_meetings.attendees')}>
          <Typography role="status" sx={{ fontWeight: 600 }}>
            {t('toolbox_meetings.present_of', { n: meeting.present, m: meeting.expected })}
          </Typography>
          {meeting.attendees.length === 0 ? (
            <EmptyState icon="people" title={t('toolbox_meetings.nobody')} text={t('toolbox_meetings.nobody_text')} />
          ) : (
            <AttendeeList meeting={meeting} />
          )}
          {isOpen && <AddPerson meeting={meeting} />}
        </Section>
        {isOpen && <SignCode meeting={meeting} />}
        <SheetPhoto meeting={meeting} />
        {isOpen && (
          <Button variant="contained" size="large" loading={isClosing} onClick={close} sx={{ alignSelf: { sm: 'flex-start' } }}>
            {t('toolbox_meetings.close.title')}
          </Button>
        )}
        {meeting.corrections.length > 0 && <Corrections meeting={meeting} />}
      </Stack>
      <SidePanel open={panel === 'change'} onClose={() => setPanel(null)} title={t('toolbox_meetings.change.title')}>
        <ChangeForm key={meeting.updated_at} meeting={meeting} onDone={() => setPanel(null)} />
      </SidePanel>
      <SidePanel
        open={panel === 'correct'}
        onClose={() => setPanel(null)}
        title={t('toolbox_meetings.correct.title')}
        subtitle={t('toolbox_meetings.correct.text')}
      >
        <CorrectionForm meeting={meeting} onDone={() => setPanel(null)} />
      </SidePanel>
    </>
  )
}

/** Closing and deleting, each with a confirmation. */
function useEnding({ id, topic, present, expected }: MeetingDetail) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const closing = useApiMutation(() => api.toolboxMeetings.meetings.close({ params: { id } }) as PromiseLike<{ data: MeetingDetail }>, {
    onSuccess: (answer) => {
      toast.success(t('toolbox_meetings.close.done'))
      meetingChanged(answer)
    },
  })
  const removing = useApiMutation(() => api.toolboxMeetings.meetings.remove({ params: { id } }), {
    onSuccess: () => {
      toast.success(t('toolbox_meetings.remove.done', { topic }))
      void navigate(pagePath('toolbox_meetings.list') ?? '/', { replace: true })
    },
  })
  const close = async () => {
    const text = t('toolbox_meetings.close.text', { n: present, m: expected })
    const sure = await confirm({ title: t('toolbox_meetings.close.question'), text, confirmLabel: t('toolbox_meetings.close.confirm') })
    if (sure) closing.mutate(undefined)
  }
  const remove = async () => {
    const question = { title: t('toolbox_meetings.remove.question', { topic }), text: t('toolbox_meetings.remove.text') }
    if (await confirm({ ...question, confirmLabel: t('toolbox_meetings.remove.title'), destructive: true })) removing.mutate(undefined)
  }
  return { close: () => void close(), remove: () => void remove(), isClosing: closing.isPending }
}
