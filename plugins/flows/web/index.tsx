import { can } from '#core/contract/access'
import { actionForm } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { activeTrainingsSlot } from '#plugins/learning/contract/index'
import { participantTabSlot } from '#plugins/people/contract/index'
import { dashboardWidgetSlot } from '#plugins/reports/contract/index'

export default defineWebPlugin({
  id: 'flows',
  pages: {
    'flows.list': () => import('./pages/FlowsPage.js'),
    'flows.create': () => import('./pages/CreatePage.js'),
    'flows.flow': () => import('./pages/FlowPage.js'),
    'flows.booking': () => import('./pages/BookingPage.js'),
    'flows.people': () => import('./pages/PeoplePage.js'),
  },
  fills: [
    fillSlot(actionForm('flows.join'), { key: 'join', order: 10, load: () => import('./components/JoinSelection.js') }),
    fillSlot(actionForm('flows.leave'), { key: 'leave', order: 10, load: () => import('./components/LeaveSelection.js') }),
    fillSlot(actionForm('flows.extend'), { key: 'extend', order: 10, load: () => import('./components/ExtendSelection.js') }),
    fillSlot(activeTrainingsSlot, { key: 'flows', order: 5, load: () => import('./components/OwnFlows.js') }),
    fillSlot(dashboardWidgetSlot, {
      ...{ key: 'numbers', order: 25, label: 'flows.numbers.title', access: can('flows.manage'), width: 'full', height: 172 },
      load: () => import('./components/FlowNumbers.js'),
    }),
    fillSlot(participantTabSlot, {
      key: 'flows',
      order: 12,
      label: 'flows.title',
      access: can('flows.manage'),
      load: () => import('./components/PersonFlows.js'),
    }),
  ],
  commands: [{ label: 'flows.command.create', icon: 'add', to: '/flows/aanmaken', access: can('flows.manage') }],
})
