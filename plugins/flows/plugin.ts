import { can, signedIn } from '#core/contract/access'
import { type Delivery, on } from '#core/contract/events'
import { conditionsAccepted, membershipStatusChanged, personMoved } from '#core/contract/people_events'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { provide } from '#core/contract/services'
import { MANAGER_ROLES } from '#core/contract/roles'
import { finderOf, listRoutes } from '#core/kit/lists'
import { externalCourseSaved } from '#plugins/external_courses/contract/index'
import {
  courseFailed,
  coursePassed,
  participationChanged,
  participationExpired,
  participationStarted,
} from '#plugins/learning/contract/index'
import { courseFlows } from '#plugins/learning/contract/flows'
import { flowFinished, stepsStarted } from './contract/index.js'
import { nav, pages } from './pages.js'
import { flowsArchiveRules } from './server/archive_rules.js'
import { flowList } from './server/lists/flows.js'
import { onParticipants } from './server/lists/on_participants.js'
import { attention, peopleList } from './server/lists/people.js'
import { flowsMoves } from './server/moves.js'
import { roundsSource } from './server/reports/rounds_source.js'
import { personFacts } from './server/services/history.js'
import { flowsSettings } from './settings.js'
import { STEP_MAIL, FINISHED_MAIL, STUCK_MAIL, type StepFacts, type StuckFacts } from './server/services/mails.js'

const Flows = () => import('#plugins/flows/server/controllers/flows_controller')
const mails = () => import('./server/services/mails.js')
const look = async () => (await import('./server/services/clock.js')).updateFlows()
// Imported once: resolving a module again costs a fifth of a millisecond per event.
let advancing: Promise<typeof import('./server/services/advance.js')> | undefined
const advance = async ({ membershipId }: { membershipId: number }, { eventId }: Delivery) => {
  const { advanceMember, lookAgain } = await (advancing ??= import('./server/services/advance.js'))
  // A replay tells what happened while the plugin was off. It may start nothing and mail nobody: the clock does.
  return eventId === null ? lookAgain(membershipId) : advanceMember(membershipId)
}
const replay = { replay: true }

const access = can('flows.manage')
const base = '/api/flows/flows'
const FLOW = { id: 'flows_flows.id' } as const
const step = (key: string, course: number) => ({ key, course, due_days: 30, optional: false })
const definition = {
  steps: [step('a', 1), step('b', 2)],
  rules: [
    { step: 'a', type: 'direct' },
    { step: 'b', type: 'relative', other: 'a', when: 'finished', days: 14 },
  ],
  ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
}
const sample = { name: 'Sample', active: false, groups: [], definition }
const who = { members: [1], groups: [], emails: [] }
const actionUrl = 'https://platform.example/deelnemer/training/12'

/** Flows: people move through trainings by rules (specification, sections 3 to 5 and 8). */
export default definePlugin({
  id: 'flows',
  folder: import.meta.url,
  requires: ['people', 'learning'],
  permissions: { 'flows.manage': MANAGER_ROLES },
  settings: flowsSettings,
  routes: [
    { method: 'GET', path: base, name: 'flows.flows.index', handler: [Flows, 'index'], access },
    ...listRoutes(flowList, base),
    { method: 'GET', path: '/api/flows/people', name: 'flows.people.index', handler: [Flows, 'people'], access },
    ...listRoutes(peopleList, '/api/flows/people'),
    { method: 'GET', path: '/api/flows/options', name: 'flows.options.index', handler: [Flows, 'options'], access },
    { method: 'GET', path: '/api/flows/companies', name: 'flows.companies.index', handler: [Flows, 'companies'], access },
    { method: 'GET', path: '/api/flows/numbers', name: 'flows.numbers.show', handler: [Flows, 'numbers'], access },
    { method: 'GET', path: '/api/flows/mine', name: 'flows.mine.index', handler: [Flows, 'mine'], access: signedIn },
    {
      method: 'GET',
      path: '/api/flows/persons/:person',
      name: 'flows.persons.show',
      handler: [Flows, 'person'],
      access,
      params: { person: 'core_memberships.id' },
    },
    {
      method: 'POST',
      path: '/api/flows/dry-run',
      name: 'flows.dry_run.create',
      handler: [Flows, 'dryRun'],
      access,
      sampleBody: { ...who, members: [], definition },
      changesNothing: true,
    },
    { method: 'POST', path: base, name: 'flows.flows.create', handler: [Flows, 'create'], access, sampleBody: sample },
    { method: 'GET', path: `${base}/:id`, name: 'flows.flows.show', handler: [Flows, 'show'], access, params: FLOW },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'flows.flows.update',
      handler: [Flows, 'update'],
      access,
      params: FLOW,
      sampleBody: { ...sample, move: false, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'DELETE', path: `${base}/:id`, name: 'flows.flows.remove', handler: [Flows, 'remove'], access, params: FLOW },
    {
      method: 'POST',
      path: `${base}/:id/people`,
      name: 'flows.people.create',
      handler: [Flows, 'add'],
      access,
      params: FLOW,
      sampleBody: who,
    },
    { method: 'GET', path: `${base}/:id/check`, name: 'flows.check.show', handler: [Flows, 'check'], access, params: FLOW },
    {
      method: 'POST',
      path: `${base}/:id/check`,
      name: 'flows.check.create',
      handler: [Flows, 'correct'],
      access,
      params: FLOW,
      sampleBody: { ids: [1] },
    },
    { method: 'GET', path: `${base}/:id/history`, name: 'flows.history.index', handler: [Flows, 'history'], access, params: FLOW },
  ],
  lists: [flowList, peopleList],
  listExtensions: [onParticipants],
  finders: [
    finderOf(flowList, {
      label: 'flows.title',
      icon: 'branches',
      hit: ({ id, name, company_name: company }) => ({ title: name, detail: company, path: `/flows/flow?flow=${id}` }),
    }),
  ],
  attention,
  reportSources: [roundsSource],
  personFacts,
  pages,
  nav,
  provides: [provide(courseFlows, async () => (await import('./server/services/holding.js')).courseFlowsService)],
  // Each one recomputes one person: the order and the number of events do not matter.
  listeners: [
    on(participationStarted, 'opened', advance, replay),
    on(coursePassed, 'passed', advance, replay),
    on(courseFailed, 'failed', advance, replay),
    on(participationExpired, 'expired', advance, replay),
    on(participationChanged, 'changed', advance, replay),
    on(conditionsAccepted, 'accepted', advance),
    on(membershipStatusChanged, 'status_changed', advance),
    on(personMoved, 'moved', advance),
    on(externalCourseSaved, 'shown_outside', advance),
    on(stepsStarted, 'tell', async (facts) => (await mails()).mailStarted(facts)),
  ],
  jobs: [
    { name: 'flows.look', run: look, limitSeconds: 1800 },
    {
      // For changes by the calendar, by groups, and by filters, which may be about anything.
      name: 'flows.clock',
      run: look,
      schedule: {
        cron: '3,18,33,48 * * * *',
        each: 'company',
        // Kiribati has the earliest time zone: no company's day begins before that.
        due: `select p.company_id from flows_people p join flows_flows f on f.company_id = p.company_id and f.id = p.flow_id
              where f.active and p.look_on <= (now() at time zone 'Pacific/Kiritimati')::date
          union select p.company_id from flows_people p join flows_flows f on f.company_id = p.company_id and f.id = p.flow_id
              join kit_members m on m.id = p.membership_id
              where f.active and p.stuck = 'birthdate_missing' and p.removed_at is null and m.birthdate is not null
          union select company_id from flows_flows where active and filter is not null
          union select company_id from flows_groups where company_id in (
            select company_id from kit_changed_companies union all select company_id from groups_changed_companies)`,
      },
      limitSeconds: 1800,
    },
    {
      name: 'flows.digest',
      run: async () => (await mails()).digestStuck(),
      schedule: {
        cron: '40 7 * * 1',
        each: 'company',
        due: 'select company_id from flows_people where stuck is not null and removed_at is null',
      },
    },
  ],
  mails: [
    defineMail({
      trigger: STEP_MAIL,
      receivedBy: ['leerling'],
      load: async (facts: StepFacts) => (await mails()).stepValues(facts),
      sample: {
        ...{ flow: 'Inwerken offshore', count: '1', course: 'Werken op hoogte', done: '1', total: '3', actionUrl },
        courses: '– Werken op hoogte: uiterlijk 4 december 2026',
      },
    }),
    defineMail({
      trigger: FINISHED_MAIL,
      on: flowFinished,
      to: ({ membershipId }) => membershipId,
      receivedBy: ['leerling'],
      load: async (facts) => (await mails()).finishedValues(facts),
      sample: { flow: 'Inwerken offshore', actionUrl: 'https://platform.example/deelnemer/trainingen' },
    }),
    defineMail({
      trigger: STUCK_MAIL,
      receivedBy: ['beheerder'],
      // Names of other people: not stored in the outbox, where erasing them would not find them.
      secrets: ['people'],
      load: async (facts: StuckFacts) => (await mails()).stuckValues(facts),
      sample: {
        ...{ count: '1', people: '– Sanne de Vries, Inwerken offshore: Contract is vol' },
        actionUrl: 'https://platform.example/flows/deelnemers',
      },
    }),
  ],
  migrations: true,
  carried: flowsArchiveRules,
  moves: flowsMoves,
  personalTables: ['flows_people', 'flows_steps', 'flows_history', 'flows_matches'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})
