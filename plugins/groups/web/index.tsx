import { can } from '#core/contract/access'
import { actionForm } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'

export default defineWebPlugin({
  id: 'groups',
  pages: {
    'groups.groups': () => import('./pages/GroupsPage.js'),
    'groups.group': () => import('./pages/GroupPage.js'),
    'groups.import': () => import('./pages/ImportPage.js'),
  },
  fills: [
    fillSlot(actionForm('groups.join'), { key: 'join', order: 10, load: () => import('./components/JoinSelection.js') }),
    fillSlot(actionForm('groups.leave'), { key: 'leave', order: 10, load: () => import('./components/LeaveSelection.js') }),
  ],
  commands: [
    { label: 'groups.command.create', icon: 'add', to: '/deelnemers/groepen?nieuw=1', access: can('groups.manage') },
    { label: 'groups.command.import', icon: 'upload', to: '/deelnemers/groepen/importeren', access: can('groups.manage') },
  ],
})
