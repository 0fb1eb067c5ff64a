import { can } from '#core/contract/access'
import { actionForm } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { participantTabSlot } from '#plugins/people/contract/index'

export default defineWebPlugin({
  id: 'skills',
  pages: {
    'skills.matrix': () => import('./pages/SkillsPage.js'),
    'skills.gaps': () => import('./pages/GapsPage.js'),
  },
  fills: [
    fillSlot(actionForm('skills.assign'), { key: 'assign', order: 10, load: () => import('./components/AssignGaps.js') }),
    fillSlot(participantTabSlot, {
      key: 'skills',
      order: 8,
      label: 'skills.title',
      access: can('skills.manage'),
      load: () => import('./components/PersonSkills.js'),
    }),
  ],
  commands: [{ label: 'skills.add', icon: 'add', to: '/skills?vaardigheid=nieuw', access: can('skills.manage') }],
})
