import { Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { Icon } from '#web/ui'
import type { AttendeeView, MeetingDetail } from '../../server/transformers/meetings.js'
import { meetingChanged } from '../queries.js'

interface Tick {
  members: number[]
  state: 'present' | 'absent'
}

/** Everybody on a meeting's list. While it is open, one press ticks a person, and one button ticks everybody. */
export function AttendeeList({ meeting }: { meeting: MeetingDetail }) {
  const t = useT()
  const isOpen = meeting.status === 'open'
  const save = useApiMutation(
    (body: Tick) => api.toolboxMeetings.meetings.presence({ params: { id: meeting.id }, body }) as PromiseLike<{ data: MeetingDetail }>,
    { inTurn: `toolbox_meetings.presence.${meeting.id}`, onSuccess: meetingChanged },
  )
  const absent = meeting.attendees.flatMap(({ membership_id: id, is_present: isPresent }) => (id !== null && !isPresent ? [id] : []))
  // Shows a tick immediately. If saving fails, it shows the server's value again.
  const asked = save.isPending ? save.variables : null
  const isTicked = ({ membership_id: id, is_present: isPresent }: AttendeeView) =>
    asked && id !== null && asked.members.includes(id) ? asked.state === 'present' : isPresent
  return (
    <>
      {isOpen && absent.length > 0 && (
        <Button
          variant="outlined"
          loading={save.isPending && save.variables.members.length > 1}
          onClick={() => save.mutate({ members: absent, state: 'present' })}
          sx={{ alignSelf: 'flex-start' }}
        >
          {t('toolbox_meetings.all_present')}
        </Button>
      )}
      <Stack component="ul" aria-label={t('toolbox_meetings.attendees')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {meeting.attendees.map((attendee) => (
          <Stack
            component="li"
            direction="row"
            key={attendee.id}
            sx={{ minHeight: 48, gap: 2, alignItems: 'center', justifyContent: 'space-between', borderBottom: 1, borderColor: 'divider' }}
          >
            {isOpen && attendee.membership_id !== null ? (
              <FormControlLabel
                sx={{ flex: 1, minWidth: 0, minHeight: 48, overflowWrap: 'anywhere' }}
                label={attendee.person ?? t('toolbox_meetings.person_gone')}
                control={
                  <Checkbox
                    checked={isTicked(attendee)}
                    onChange={(_event, checked) =>
                      save.mutate({ members: [attendee.membership_id!], state: checked ? 'present' : 'absent' })
                    }
                  />
                }
              />
            ) : (
              <Typography sx={{ overflowWrap: 'anywhere' }}>{attendee.person ?? t('toolbox_meetings.person_gone')}</Typography>
            )}
            <Way attendee={attendee} isOpen={isOpen} />
          </Stack>
        ))}
      </Stack>
    </>
  )
}

/** The way in which a person's presence was recorded. */
function Way({ attendee: { is_present: isPresent, way }, isOpen }: { attendee: AttendeeView; isOpen: boolean }) {
  const t = useT()
  if (!isPresent && isOpen) return null
  const look = isPresent ? ({ icon: 'success', color: 'success.main' } as const) : ({ icon: 'absent', color: 'text.secondary' } as const)
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flex: 'none' }}>
      <Icon name={look.icon} sx={{ color: look.color, fontSize: 20 }} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(isPresent && way ? `toolbox_meetings.way.${way}` : 'toolbox_meetings.way.absent')}
      </Typography>
    </Box>
  )
}
