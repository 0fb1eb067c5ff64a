import { anyone, can } from '#core/contract/access'
import type { RouteDefinition } from '#core/contract/plugin'
import { ATTEMPT as attempt, OF_ACTIVITY as ofActivity, PARTICIPATION as participation, PARTICIPATIONS as base } from './route_parts.js'

const Participations = () => import('#plugins/learning/server/controllers/participations_controller')
const Activities = () => import('#plugins/learning/server/controllers/activities_controller')
const Attempts = () => import('#plugins/learning/server/controllers/attempts_controller')
const Media = () => import('#plugins/learning/server/controllers/media_controller')
const Scorm = () => import('#plugins/learning/server/controllers/scorm_controller')
const Pictures = () => import('#plugins/learning/server/controllers/pictures_controller')

const access = can('learning.courses.take')

/** What a participant's pages ask for, and another system that says what they did there. */
export const participantRoutes: RouteDefinition[] = [
  { method: 'GET', path: base, name: 'learning.participations.index', handler: [Participations, 'index'], access },
  {
    method: 'GET',
    path: `${base}/:participation`,
    name: 'learning.participations.show',
    handler: [Participations, 'show'],
    access,
    params: { participation },
  },
  {
    method: 'POST',
    path: `${base}/:participation/language`,
    name: 'learning.participations.language',
    handler: [Participations, 'language'],
    access,
    params: { participation },
    sampleBody: { language: 'nl' },
  },
  {
    method: 'POST',
    path: `${base}/:participation/link`,
    name: 'learning.participations.link',
    handler: [Participations, 'link'],
    access,
    params: { participation },
  },
  {
    method: 'GET',
    path: `${base}/:participation/activities/:activity`,
    name: 'learning.activities.show',
    handler: [Activities, 'show'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/open`,
    name: 'learning.activities.open',
    handler: [Activities, 'open'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/complete`,
    name: 'learning.activities.complete',
    handler: [Activities, 'complete'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/videos/:video`,
    name: 'learning.activities.watched',
    handler: [Activities, 'watched'],
    access,
    params: { ...ofActivity, video: 'public' },
    sampleBody: { parts: [], position: 0 },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/time`,
    name: 'learning.activities.time',
    handler: [Activities, 'time'],
    access,
    params: ofActivity,
    sampleBody: { seconds: 1 },
  },
  {
    method: 'GET',
    path: `${base}/:participation/activities/:activity/media/:media`,
    name: 'learning.media.show',
    handler: [Media, 'show'],
    access,
    params: { ...ofActivity, media: 'public' },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/package`,
    name: 'learning.packages.open',
    handler: [Scorm, 'open'],
    access,
    params: ofActivity,
    sampleBody: { item: 0 },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/package/results`,
    name: 'learning.packages.report',
    handler: [Scorm, 'report'],
    access,
    params: ofActivity,
    sampleBody: { item: 0, elements: {} },
  },
  // A package runs without an origin, so without a session: whose it is, the token says, for a few hours.
  {
    method: 'GET',
    path: '/api/learning/scorm/:token/:item/*',
    name: 'learning.packages.file',
    handler: [Scorm, 'file'],
    access: anyone,
    params: { token: 'public', item: 'public' },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/evaluation`,
    name: 'learning.activities.evaluation',
    handler: [Activities, 'evaluation'],
    access,
    params: ofActivity,
    sampleBody: { answers: {} },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/launch`,
    name: 'learning.activities.launch',
    handler: [Activities, 'launch'],
    access,
    params: ofActivity,
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/report`,
    name: 'learning.activities.report',
    handler: [Activities, 'report'],
    access,
    params: ofActivity,
  },
  // Another system's server: who it is, its signature says.
  {
    method: 'POST',
    path: '/api/learning/external/finished',
    name: 'learning.activities.finished',
    handler: [Activities, 'finished'],
    access: anyone,
    skipCsrf: true,
    sampleBody: { token: 'e30.e30.e30' },
  },
  {
    method: 'POST',
    path: `${base}/:participation/activities/:activity/attempts`,
    name: 'learning.attempts.start',
    handler: [Attempts, 'start'],
    access,
    params: ofActivity,
  },
  // Its hash says which; the policy of its table whose.
  {
    method: 'GET',
    path: '/api/learning/pictures/:hash',
    name: 'learning.pictures.show',
    handler: [Pictures, 'show'],
    access: can('learning.pictures.view'),
    params: { hash: 'public' },
  },
  {
    method: 'GET',
    path: '/api/learning/attempts/:attempt',
    name: 'learning.attempts.show',
    handler: [Attempts, 'show'],
    access,
    params: { attempt },
  },
  {
    method: 'PUT',
    path: '/api/learning/attempts/:attempt/answers/:question',
    name: 'learning.attempts.answer',
    handler: [Attempts, 'answer'],
    access,
    params: { attempt, question: 'public' },
    sampleBody: { answers: ['a'] },
  },
  {
    method: 'POST',
    path: '/api/learning/attempts/:attempt/submit',
    name: 'learning.attempts.submit',
    handler: [Attempts, 'submit'],
    access,
    params: { attempt },
  },
  {
    method: 'GET',
    path: '/api/learning/attempts/:attempt/result',
    name: 'learning.attempts.result',
    handler: [Attempts, 'result'],
    access,
    params: { attempt },
  },
  {
    method: 'POST',
    path: '/api/learning/attempts/:attempt/feedback',
    name: 'learning.attempts.feedback_seen',
    handler: [Attempts, 'feedbackSeen'],
    access,
    params: { attempt },
  },
]
