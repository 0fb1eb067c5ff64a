import { can } from '#core/contract/access'
import { quickActionsSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { resultsSlot } from '#plugins/learning/contract/index'

export default defineWebPlugin({
  id: 'toolbox_meetings',
  pages: {
    'toolbox_meetings.list': () => import('./pages/MeetingsPage.js'),
    'toolbox_meetings.people': () => import('./pages/PeoplePage.js'),
    'toolbox_meetings.create': () => import('./pages/CreatePage.js'),
    'toolbox_meetings.meeting': () => import('./pages/MeetingPage.js'),
    'toolbox_meetings.sign': () => import('./pages/SignPage.js'),
  },
  fills: [
    fillSlot(quickActionsSlot, {
      key: 'toolbox_meetings',
      order: 20,
      access: can('toolbox_meetings.manage'),
      load: () => import('./components/StartEntry.js'),
    }),
    fillSlot(resultsSlot, {
      key: 'toolbox_meetings',
      order: 40,
      access: can('learning.courses.take'),
      load: () => import('./components/OwnMeetings.js'),
    }),
  ],
  commands: [
    { label: 'toolbox_meetings.command.create', icon: 'add', to: '/toolboxmeetings/nieuw', access: can('toolbox_meetings.manage') },
  ],
})
