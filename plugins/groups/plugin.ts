import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { conditionsAccepted, membershipStatusChanged, personMoved } from '#core/contract/people_events'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { finderOf, listRoutes } from '#core/kit/lists'
import { groupsService } from './contract/index.js'
import { nav, pages } from './pages.js'
import { groupList } from './server/lists/groups.js'
import { memberList } from './server/lists/members.js'
import { onParticipants } from './server/lists/on_participants.js'
import { membersSource } from './server/reports/members_source.js'
import { personFacts } from './server/services/history.js'
import { groupFilter } from './server/services/filter.js'
import { groupsArchiveRules } from './server/archive_rules.js'
import { groupsMoves } from './server/moves.js'

const Groups = () => import('#plugins/groups/server/controllers/groups_controller')
const keep = async (membership: number | null) => (await import('./server/services/recompute.js')).enforceRules(membership)

const access = can('groups.manage')
const base = '/api/groups/groups'
const GROUP = { id: 'groups_groups.id' } as const
const sample = { kind: 'location', name: 'Sample', rule: null }

/** Groups of people: by hand, by import or by a rule; the courses that they give, and the group filter of every list. */
export default definePlugin({
  id: 'groups',
  folder: import.meta.url,
  requires: ['people', 'learning'],
  permissions: { 'groups.manage': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: base, name: 'groups.groups.index', handler: [Groups, 'index'], access },
    ...listRoutes(groupList, base),
    { method: 'GET', path: '/api/groups/members', name: 'groups.members.index', handler: [Groups, 'members'], access },
    ...listRoutes(memberList, '/api/groups/members'),
    { method: 'GET', path: '/api/groups/fields', name: 'groups.fields.index', handler: [Groups, 'fields'], access },
    { method: 'GET', path: '/api/groups/companies', name: 'groups.companies.index', handler: [Groups, 'companies'], access },
    { method: 'POST', path: base, name: 'groups.groups.create', handler: [Groups, 'create'], access, sampleBody: sample },
    { method: 'GET', path: `${base}/:id`, name: 'groups.groups.show', handler: [Groups, 'show'], access, params: GROUP },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'groups.groups.update',
      handler: [Groups, 'update'],
      access,
      params: GROUP,
      sampleBody: { ...sample, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'DELETE', path: `${base}/:id`, name: 'groups.groups.remove', handler: [Groups, 'remove'], access, params: GROUP },
    {
      method: 'POST',
      path: `${base}/:id/members`,
      name: 'groups.members.create',
      handler: [Groups, 'add'],
      access,
      params: GROUP,
      sampleBody: { members: [1] },
    },
    { method: 'GET', path: `${base}/:id/courses`, name: 'groups.courses.index', handler: [Groups, 'courses'], access, params: GROUP },
    {
      method: 'PUT',
      path: `${base}/:id/courses`,
      name: 'groups.courses.give',
      handler: [Groups, 'give'],
      access,
      params: GROUP,
      sampleBody: { course: 1, due_at: null, due_days: 30, mandatory: true },
    },
    {
      method: 'DELETE',
      path: `${base}/:id/courses/:given`,
      name: 'groups.courses.stop',
      handler: [Groups, 'stop'],
      access,
      params: { ...GROUP, given: 'groups_courses.id' },
    },
  ],
  lists: [groupList, memberList],
  personFacts,
  finders: [
    finderOf(groupList, {
      label: 'groups.groups.title',
      icon: 'people',
      hit: ({ id, name, company_name: company }) => ({ title: name, detail: company, path: `/deelnemers/groepen/${id}` }),
    }),
  ],
  listExtensions: [onParticipants],
  peopleFilters: [groupFilter],
  reportSources: [membersSource],
  provides: [provide(groupsService, async () => (await import('./server/services/groups_service.js')).service)],
  pages,
  nav,
  openings: { 'groups.import': () => import('./server/import_opening.js'), 'groups.group': () => import('./server/opening.js') },
  // A person joined or returned: the rules are checked for them at once, and for everybody by the job.
  listeners: [
    on(conditionsAccepted, 'joined', ({ membershipId }) => keep(membershipId)),
    on(membershipStatusChanged, 'status_changed', ({ membershipId }) => keep(membershipId)),
    on(personMoved, 'moved', ({ membershipId }) => keep(membershipId)),
  ],
  jobs: [
    {
      name: 'groups.settle',
      run: async (job: { membership: number | null }) => (await import('./server/services/recompute.js')).recomputeCourses(job.membership),
      limitSeconds: 1800,
    },
    {
      // No event reports a changed e-mail address or answer, or a person added by a supervisor. A refused course is tried again.
      name: 'groups.keep',
      run: () => keep(null),
      schedule: {
        cron: '*/15 * * * *',
        each: 'company',
        due: `select company_id from groups_groups where company_id in (select company_id from kit_changed_companies)
          union select company_id from groups_gifts where refused is not null`,
      },
      limitSeconds: 1800,
    },
    {
      // Changes made while no server was running.
      name: 'groups.keep_all',
      run: () => keep(null),
      schedule: { cron: '45 2 * * *', each: 'company', due: 'select company_id from groups_groups' },
      limitSeconds: 1800,
    },
  ],
  migrations: true,
  carried: groupsArchiveRules,
  moves: groupsMoves,
  personalTables: ['groups_members', 'groups_gifts', 'groups_history'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})
