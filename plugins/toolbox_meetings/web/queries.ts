import { api, queryClient, useApiQuery } from '#web/api'
import type { MeetingDetail } from '../server/transformers/meetings.js'

const keyOf = (id: number | string) => ['toolbox_meetings', 'meeting', String(id)]

/** Groups, recent topics and the company's norm. */
export const useOptions = () => useApiQuery(['toolbox_meetings', 'options'], () => api.toolboxMeetings.options({}))

/** One meeting. While it is open it is refetched, so that new signatures appear. @param again milliseconds */
export const useMeeting = (id: string, again: number) =>
  useApiQuery(keyOf(id), () => api.toolboxMeetings.meetings.show({ params: { id } }), {
    again: (answer) => ((answer as { data: MeetingDetail } | undefined)?.data.status === 'open' ? again : false),
  })

/** Stores the response of a change in the query cache: it is the current meeting. */
export function meetingChanged({ data }: { data: MeetingDetail }): void {
  queryClient.setQueryData(keyOf(data.id), { data })
  void queryClient.invalidateQueries({ queryKey: ['toolbox_meetings'] })
}
