import { anyone, can, signedIn } from '#core/contract/access'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { supportService } from './contract/index.js'
import { doors, nav, pages } from './pages.js'
import { questionList } from './server/lists/questions.js'
import { supportSettings } from './settings.js'
import { supportMoves } from './server/moves.js'

const Questions = () => import('#plugins/support/server/controllers/questions_controller')
const manage = can('support.questions.manage')
const tour = can('support.tour')
const ROW = { id: 'support_questions.id' } as const

/** Questions to support, their list for admins, the help centre, and the supervisor's tour. */
export default definePlugin({
  id: 'support',
  folder: import.meta.url,
  permissions: { 'support.questions.manage': ADMIN_ROLES, 'support.tour': ['beheerder'] },
  routes: [
    // Paths of the specification, section 7.
    {
      method: 'POST',
      path: '/public/feedback/create',
      name: 'support.questions.create',
      handler: [Questions, 'create'],
      access: signedIn,
      form: true,
    },
    {
      method: 'POST',
      path: '/public/feedback/public/create',
      name: 'support.questions.create_public',
      handler: [Questions, 'createPublic'],
      access: anyone,
      form: true,
    },
    { method: 'GET', path: '/api/support/questions', name: 'support.questions.index', handler: [Questions, 'index'], access: manage },
    ...listRoutes(questionList, '/api/support/questions'),
    {
      method: 'GET',
      path: '/api/support/questions/:id',
      name: 'support.questions.show',
      handler: [Questions, 'show'],
      access: manage,
      params: ROW,
    },
    {
      method: 'PATCH',
      path: '/api/support/questions/:id',
      name: 'support.questions.update',
      handler: [Questions, 'update'],
      access: manage,
      params: ROW,
      sampleBody: { status: 'closed' },
    },
    { method: 'GET', path: '/api/support/help', name: 'support.help.index', handler: [Questions, 'help'], access: signedIn },
    { method: 'GET', path: '/api/support/tour', name: 'support.tour.show', handler: [Questions, 'tour'], access: tour },
    { method: 'POST', path: '/api/support/tour/seen', name: 'support.tour.seen', handler: [Questions, 'tourSeen'], access: tour },
  ],
  lists: [questionList],
  pages,
  visitorOpenings: { 'support.question': () => import('./server/opening.js') },
  nav,
  doors,
  settings: supportSettings,
  provides: [provide(supportService, async () => (await import('./server/services/address.js')).service)],
  mails: [
    defineMail({
      trigger: 'support.mail.question',
      // Only support receives it.
      receivedBy: [],
      load: async (facts: { id: number }) => (await import('./server/services/ask.js')).questionMailValues(facts),
      // A person's words and address are stored with the question and erased with it, so the outbox does not keep them too.
      secrets: ['message', 'from'],
      sample: {
        subject: 'Deelnemer in twee ploegen',
        message: 'Kan ik de uiterste datum een week later zetten?',
        from: 'Sanne de Vries, sanne@noordwind.example',
        page: '/deelnemers',
        browser: 'Chrome, Windows',
      },
    }),
  ],
  migrations: true,
  moves: supportMoves,
  personalTables: ['support_questions', 'support_tours'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  eraseAddress: async (...of) => (await import('./server/services/personal_data.js')).eraseAddress(...of),
  demo: { company: async ({ loginId }) => (await import('./server/services/demo.js')).loadDemo(loginId) },
})
