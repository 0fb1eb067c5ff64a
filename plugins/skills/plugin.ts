import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { conditionsAccepted, memberSkillsSaved, membershipStatusChanged, personMoved } from '#core/contract/people_events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { certificateRevoked } from '#plugins/certificates/contract/index'
import { externalCourseRemoved, externalCourseSaved } from '#plugins/external_courses/contract/index'
import { coursePassed, participationChanged } from '#plugins/learning/contract/index'
import { skillsService } from './contract/index.js'
import { nav, pages } from './pages.js'
import { gapList, onGaps } from './server/lists/gaps.js'
import { matrix } from './server/lists/matrix.js'
import { skillFinder } from './server/services/finder.js'
import { skillsMails } from './server/mails.js'
import { skillsArchiveRules } from './server/archive_rules.js'
import { skillsMoves } from './server/moves.js'

const Skills = () => import('#plugins/skills/server/controllers/skills_controller')
const proofs = () => import('./server/services/proofs.js')
const recomputeAll = async () => (await import('./server/services/recompute.js')).recomputeAll()
const recomputeMember = async (membership: number) => (await import('./server/services/recompute.js')).recomputeMember(membership)

const access = can('skills.manage')
const base = '/api/skills/skills'
const SKILL = { id: 'skills_skills.id' } as const
const MENTOR = { ...SKILL, person: 'core_memberships.id' } as const
const sample = { name: 'Sample', text: '', valid_months: 12, courses: [], externals: ['Sample'], everybody: true, groups: [] }

/** Skills of people: which course or certificate proves them, until when they are valid, who needs them, and what has to be done. */
export default definePlugin({
  id: 'skills',
  folder: import.meta.url,
  requires: ['people', 'learning'],
  permissions: { 'skills.manage': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: '/api/skills/matrix', name: 'skills.matrix.index', handler: [Skills, 'matrix'], access },
    ...listRoutes(matrix, '/api/skills/matrix'),
    { method: 'GET', path: '/api/skills/matrix/columns', name: 'skills.matrix.columns', handler: [Skills, 'columns'], access },
    { method: 'GET', path: '/api/skills/gaps', name: 'skills.gaps.index', handler: [Skills, 'gaps'], access },
    ...listRoutes(gapList, '/api/skills/gaps'),
    { method: 'GET', path: '/api/skills/gaps/calendar', name: 'skills.gaps.calendar', handler: [Skills, 'calendar'], access },
    {
      method: 'GET',
      path: '/api/skills/people/:person',
      name: 'skills.people.show',
      handler: [Skills, 'person'],
      access,
      params: { person: 'core_memberships.id' },
    },
    { method: 'GET', path: '/api/skills/options', name: 'skills.options.index', handler: [Skills, 'options'], access },
    { method: 'GET', path: '/api/skills/companies', name: 'skills.companies.index', handler: [Skills, 'companies'], access },
    {
      method: 'POST',
      path: '/api/skills/preview',
      name: 'skills.preview.create',
      handler: [Skills, 'preview'],
      access,
      sampleBody: sample,
      // The preview saves and rolls back.
      changesNothing: true,
    },
    { method: 'POST', path: base, name: 'skills.skills.create', handler: [Skills, 'create'], access, sampleBody: sample },
    { method: 'GET', path: `${base}/:id`, name: 'skills.skills.show', handler: [Skills, 'show'], access, params: SKILL },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'skills.skills.update',
      handler: [Skills, 'update'],
      access,
      params: SKILL,
      sampleBody: { ...sample, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'DELETE', path: `${base}/:id`, name: 'skills.skills.remove', handler: [Skills, 'remove'], access, params: SKILL },
    {
      method: 'GET',
      path: `${base}/:id/people/:person`,
      name: 'skills.skills.person',
      handler: [Skills, 'cell'],
      access,
      params: MENTOR,
    },
    { method: 'GET', path: `${base}/:id/mentors`, name: 'skills.mentors.index', handler: [Skills, 'mentors'], access, params: SKILL },
    {
      method: 'PUT',
      path: `${base}/:id/people/:person/mentor`,
      name: 'skills.mentors.update',
      handler: [Skills, 'nameMentor'],
      access,
      params: MENTOR,
      sampleBody: { mentor: null },
    },
  ],
  lists: [matrix, gapList],
  listExtensions: [onGaps],
  finders: [skillFinder],
  provides: [provide(skillsService, async () => (await import('./server/services/skills_service.js')).service)],
  pages,
  nav,
  listeners: [
    on(coursePassed, 'passed', async (facts) => void (await (await proofs()).onCoursePassed(facts)), { replay: true }),
    on(participationChanged, 'changed', async (facts) => (await proofs()).onParticipationChanged(facts)),
    on(certificateRevoked, 'revoked', async (facts) => (await proofs()).onCertificateRevoked(facts)),
    on(externalCourseSaved, 'external_saved', async (facts) => (await proofs()).onExternalSaved(facts), { replay: true }),
    on(externalCourseRemoved, 'external_removed', async (facts) => void (await (await proofs()).onExternalRemoved(facts))),
    on(memberSkillsSaved, 'by_hand', ({ membershipId }) => recomputeMember(membershipId)),
    // When a person joins or returns, their required skills apply at once.
    on(conditionsAccepted, 'joined', ({ membershipId }) => recomputeMember(membershipId)),
    on(membershipStatusChanged, 'status_changed', ({ membershipId }) => recomputeMember(membershipId)),
    on(personMoved, 'moved', ({ membershipId }) => recomputeMember(membershipId)),
  ],
  jobs: [
    {
      // No event says that a person joined or left a group, or that a supervisor added them.
      name: 'skills.keep',
      run: recomputeAll,
      schedule: {
        cron: '7,22,37,52 * * * *',
        each: 'company',
        due: `select company_id from skills_skills where company_id in (
          select company_id from kit_changed_companies union all select company_id from groups_changed_companies)`,
      },
      limitSeconds: 1800,
    },
    {
      // Changes from while no server was running.
      name: 'skills.keep_all',
      run: recomputeAll,
      schedule: { cron: '52 2 * * *', each: 'company', due: 'select company_id from skills_skills' },
      limitSeconds: 1800,
    },
  ],
  mails: skillsMails,
  migrations: true,
  carried: skillsArchiveRules,
  moves: skillsMoves,
  personalTables: ['skills_proofs', 'skills_cells', 'skills_mentors'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})
