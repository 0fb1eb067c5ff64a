import { can } from '#core/contract/access'
import type { RouteDefinition } from '#core/contract/plugin'
import { listRoutes } from '#core/kit/lists'
import { totals } from './following/totals.js'
import { usedCourseList } from './lists/used_courses.js'
import { ATTEMPT as attempt, OF_ACTIVITY as ofActivity, PARTICIPATION as participation, PARTICIPATIONS as base } from './route_parts.js'

const Activities = () => import('#plugins/learning/server/controllers/activities_controller')
const Following = () => import('#plugins/learning/server/controllers/following_controller')

const view = can('learning.progress.view')
const manage = can('learning.progress.manage')

/** Routes for supervisors to read and manage the courses of others. */
export const followingRoutes: RouteDefinition[] = [
  { method: 'GET', path: '/api/learning/courses', name: 'learning.courses.index', handler: [Following, 'courses'], access: view },
  {
    method: 'POST',
    path: '/api/learning/assignments',
    name: 'learning.assignments.create',
    handler: [Following, 'assign'],
    access: manage,
    sampleBody: { courses: [1], members: [1] },
  },
  {
    method: 'POST',
    path: '/api/learning/assignments/holders',
    name: 'learning.assignments.holders',
    handler: [Following, 'holders'],
    access: manage,
    sampleBody: { courses: [1], members: [1] },
    changesNothing: true,
  },
  {
    method: 'GET',
    path: '/api/learning/used',
    name: 'learning.used.index',
    handler: [Following, 'used'],
    access: can('learning.used.view'),
  },
  ...listRoutes(usedCourseList, '/api/learning/used'),
  ...listRoutes(totals, '/api/learning/totals'),
  { method: 'GET', path: '/api/learning/totals', name: 'learning.totals.index', handler: [Following, 'totals'], access: view },
  {
    method: 'GET',
    path: '/api/learning/totals/columns',
    name: 'learning.totals.columns',
    handler: [Following, 'totalsColumns'],
    access: view,
  },
  {
    method: 'GET',
    path: '/api/learning/totals/companies',
    name: 'learning.totals.companies',
    handler: [Following, 'companies'],
    access: view,
  },
  {
    method: 'GET',
    path: '/api/learning/people/:membership',
    name: 'learning.people.show',
    handler: [Following, 'person'],
    access: view,
    params: { membership: 'core_memberships.id' },
  },
  {
    method: 'GET',
    path: '/api/learning/insights/:participation',
    name: 'learning.insights.show',
    handler: [Following, 'show'],
    access: view,
    params: { participation },
  },
  {
    method: 'POST',
    path: '/api/learning/insights/:participation/acts',
    name: 'learning.insights.act',
    handler: [Following, 'act'],
    access: manage,
    params: { participation },
    sampleBody: { act: 'extend', updated_at: '2026-01-01T00:00:00.000000Z' },
  },
  {
    method: 'GET',
    path: '/api/learning/insights/attempts/:attempt',
    name: 'learning.insights.attempt',
    handler: [Following, 'attempt'],
    access: view,
    params: { attempt },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/confirm`,
    name: 'learning.activities.confirm',
    handler: [Activities, 'confirm'],
    access: can('learning.activities.confirm'),
    params: ofActivity,
    sampleBody: { note: 'Bewijs van deelname gezien' },
  },
]
