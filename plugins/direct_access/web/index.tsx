import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { administrationTabSlot } from '#plugins/administration/contract/index'
import { courseResultSlot, resultsSlot } from '#plugins/learning/contract/index'

export default defineWebPlugin({
  id: 'direct_access',
  pages: {
    'direct_access.enter': () => import('./pages/EnterPage.js'),
    'direct_access.proof': () => import('./pages/ProofPage.js'),
    'direct_access.links': () => import('./pages/LinksPage.js'),
    'direct_access.projects': () => import('./pages/ProjectsPage.js'),
    'direct_access.visits': () => import('./pages/VisitsPage.js'),
    'direct_access.crew': () => import('./pages/CrewPage.js'),
    'direct_access.poster': () => import('./pages/PosterPage.js'),
  },
  fills: [
    fillSlot(administrationTabSlot, {
      key: 'projects',
      order: 60,
      label: 'direct_access.projects.title',
      access: can('direct_access.manage'),
      load: () => import('./pages/ProjectsPage.js'),
    }),
    // Before the certificate: a person at a gate needs this first.
    fillSlot(courseResultSlot, { key: 'proof', order: 5, load: () => import('./components/ResultProof.js') }),
    fillSlot(resultsSlot, {
      key: 'projects',
      order: 5,
      access: can('learning.courses.take'),
      load: () => import('./components/OwnProjects.js'),
    }),
  ],
  commands: [{ label: 'direct_access.command.create', icon: 'add', to: '/projecten?nieuw=1', access: can('direct_access.manage') }],
})
