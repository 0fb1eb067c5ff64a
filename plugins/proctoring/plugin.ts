import { anyone, can, entitledTo } from '#core/contract/access'
import { on } from '#core/contract/events'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { roomChanged } from '#plugins/exams/contract/index'
import { attemptRecording } from '#plugins/learning/contract/recording'
import { nav, pages } from './pages.js'
import { proctoringArchiveRules } from './server/archive_rules.js'
import { photoFile, pieceFile } from './server/files.js'
import { onParticipants } from './server/lists/on_participants.js'
import { proctoringMoves } from './server/moves.js'
import type { VerdictFacts } from './server/services/decide.js'
import { waitingDue } from './server/services/due.js'
import { expiredEvidence } from './server/services/delete_evidence.js'
import type { ComplaintFacts } from './server/services/complaints.js'
import {
  APPROVED_MAIL,
  COMPLAINT_MAIL,
  EXTRA_TIME_MAIL,
  REFUSED_MAIL,
  REJECTED_MAIL,
  WAITING_MAIL,
} from './server/services/mail_triggers.js'
import type { ExtraTimeFacts, RefusedFacts, WaitingFacts } from './server/services/mails.js'
import { proctoringSettings } from './settings.js'

const Recordings = () => import('#plugins/proctoring/server/controllers/recordings_controller')
const Practices = () => import('#plugins/proctoring/server/controllers/practices_controller')
const Reviews = () => import('#plugins/proctoring/server/controllers/reviews_controller')
const Browsers = () => import('#plugins/proctoring/server/controllers/exam_browsers_controller')
const Complaints = () => import('#plugins/proctoring/server/controllers/complaints_controller')
const Evidence = () => import('#plugins/proctoring/server/controllers/evidence_controller')
const mails = () => import('./server/services/mails.js')

const take = can('proctoring.take')
const review = can('proctoring.review')
const ofQuiz = { participation: 'learning_participations.id', activity: 'public' } as const
const ofAttempt = { attempt: 'learning_attempts.id' } as const
const quiz = '/api/proctoring/quizzes/:participation/:activity'
const own = '/api/proctoring/attempts/:attempt'
const reviews = '/api/proctoring/reviews'
const browser = '/api/proctoring/browsers/:course/:activity'
const browsers = can('proctoring.browsers')
const evidence = '/api/proctoring/evidence/:attempt'
const look = can('proctoring.evidence')
// An exam across versions of its course. The service answers 404 for an exam that is not the person's own.
const ofExam = { course: 'public', activity: 'public' } as const
const at = '2026-01-31T12:00:00.000Z'
const score = { grade: '85', correct: '17', total: '20', needed: '70', passed: 'yes' }
const values = { quiz: 'Eindtoets', course: 'VCA Basis', provider: 'Examenhuis', ...score }
const resultUrl = 'https://platform.example/deelnemer/training/quiz/resultaten/12'

/** Recorded attempts at quizzes, reviewed by examiners of another company (specification, sections 1, 3, 4 and 6). */
export default definePlugin({
  id: 'proctoring',
  folder: import.meta.url,
  requires: ['people', 'learning', 'exams'],
  permissions: {
    'proctoring.take': ['leerling'],
    'proctoring.review': ['examinator', 'proctor'],
    'proctoring.adjust': MANAGER_ROLES,
    'proctoring.browsers': ADMIN_ROLES,
    'proctoring.evidence': ADMIN_ROLES,
  },
  settings: proctoringSettings,
  listExtensions: [onParticipants],
  routes: [
    { method: 'GET', path: quiz, name: 'proctoring.quizzes.show', handler: [Recordings, 'show'], access: take, params: ofQuiz },
    {
      method: 'POST',
      path: `${quiz}/prepare`,
      name: 'proctoring.quizzes.prepare',
      handler: [Recordings, 'prepare'],
      access: take,
      params: ofQuiz,
      sampleBody: { consent: true, terms_mark: null },
    },
    {
      method: 'GET',
      path: `${quiz}/practice`,
      name: 'proctoring.practices.show',
      handler: [Practices, 'show'],
      access: take,
      params: ofQuiz,
    },
    {
      method: 'POST',
      path: `${quiz}/practice`,
      name: 'proctoring.practices.finish',
      handler: [Practices, 'finish'],
      access: take,
      params: ofQuiz,
      sampleBody: { works: true },
    },
    {
      method: 'POST',
      path: `${quiz}/refuse`,
      name: 'proctoring.quizzes.refuse',
      handler: [Recordings, 'refuse'],
      access: take,
      params: ofQuiz,
    },
    {
      method: 'POST',
      path: `${quiz}/photos/:photo`,
      name: 'proctoring.photos.create',
      handler: [Recordings, 'photo'],
      access: take,
      params: { ...ofQuiz, photo: 'public' },
      upload: true,
    },
    { method: 'GET', path: own, name: 'proctoring.attempts.show', handler: [Recordings, 'own'], access: take, params: ofAttempt },
    {
      method: 'GET',
      path: `${own}/pieces`,
      name: 'proctoring.pieces.index',
      handler: [Recordings, 'received'],
      access: take,
      params: ofAttempt,
    },
    {
      method: 'POST',
      path: `${own}/pieces/:number`,
      name: 'proctoring.pieces.create',
      handler: [Recordings, 'piece'],
      access: take,
      params: { ...ofAttempt, number: 'public' },
      upload: true,
    },
    {
      method: 'POST',
      path: `${own}/marks`,
      name: 'proctoring.marks.create',
      handler: [Recordings, 'marks'],
      access: take,
      params: ofAttempt,
      sampleBody: { marks: [{ kind: 'paste', at }] },
    },
    {
      method: 'POST',
      path: `${own}/appeal`,
      name: 'proctoring.attempts.appeal',
      handler: [Recordings, 'appeal'],
      access: take,
      params: ofAttempt,
      sampleBody: { text: 'Sample' },
    },
    {
      method: 'GET',
      path: `${browser}/exam.seb`,
      name: 'proctoring.browsers.file',
      handler: [Browsers, 'file'],
      access: anyone,
      params: ofExam,
    },
    {
      method: 'GET',
      path: `${browser}/start`,
      name: 'proctoring.browsers.start',
      handler: [Browsers, 'start'],
      access: take,
      params: ofExam,
    },
    { method: 'GET', path: browser, name: 'proctoring.browsers.show', handler: [Browsers, 'show'], access: browsers, params: ofExam },
    {
      method: 'PUT',
      path: browser,
      name: 'proctoring.browsers.save',
      handler: [Browsers, 'save'],
      access: browsers,
      params: ofExam,
      sampleBody: { keys: [] },
    },
    {
      method: 'POST',
      path: `${own}/complaints`,
      name: 'proctoring.complaints.create',
      handler: [Complaints, 'create'],
      access: take,
      params: ofAttempt,
      sampleBody: { position: 1, text: 'Sample' },
    },
    {
      method: 'GET',
      path: '/api/proctoring/complaints',
      name: 'proctoring.complaints.index',
      handler: [Complaints, 'index'],
      access: review,
    },
    {
      method: 'POST',
      path: '/api/proctoring/complaints/:complaint/answer',
      name: 'proctoring.complaints.answer',
      handler: [Complaints, 'answer'],
      access: entitledTo('examinator_can_validate_attempts'),
      params: { complaint: 'proctoring_complaints.id' },
      sampleBody: { text: 'Sample' },
    },
    { method: 'GET', path: reviews, name: 'proctoring.reviews.index', handler: [Reviews, 'index'], access: review },
    {
      method: 'GET',
      path: `${reviews}/:attempt`,
      name: 'proctoring.reviews.show',
      handler: [Reviews, 'show'],
      access: review,
      hidden: true,
      params: ofAttempt,
    },
    {
      method: 'POST',
      path: `${reviews}/:attempt/claim`,
      name: 'proctoring.reviews.claim',
      handler: [Reviews, 'claim'],
      access: review,
      hidden: true,
      params: ofAttempt,
    },
    {
      method: 'POST',
      path: `${reviews}/:attempt/release`,
      name: 'proctoring.reviews.release',
      handler: [Reviews, 'release'],
      access: review,
      hidden: true,
      params: ofAttempt,
    },
    {
      method: 'POST',
      path: `${reviews}/:attempt/notes`,
      name: 'proctoring.notes.create',
      handler: [Reviews, 'note'],
      access: review,
      hidden: true,
      params: ofAttempt,
      sampleBody: { at, text: 'Sample' },
    },
    {
      method: 'POST',
      path: `${reviews}/:attempt/decision`,
      name: 'proctoring.reviews.decide',
      handler: [Reviews, 'decide'],
      // Who may decide is checked once the attempt is found: a proctor of the provider may read it.
      access: review,
      hidden: true,
      params: ofAttempt,
      sampleBody: { verdict: 'approve', explanation: '' },
    },
    {
      method: 'GET',
      path: `${reviews}/:attempt/pieces/:piece`,
      name: 'proctoring.pieces.show',
      handler: [Reviews, 'piece'],
      access: review,
      hidden: true,
      params: { ...ofAttempt, piece: 'proctoring_pieces.id' },
    },
    {
      method: 'GET',
      path: `${reviews}/:attempt/photos/:photo`,
      name: 'proctoring.photos.show',
      handler: [Reviews, 'photo'],
      access: review,
      hidden: true,
      params: { ...ofAttempt, photo: 'public' },
    },
    {
      method: 'POST',
      path: evidence,
      name: 'proctoring.evidence.open',
      handler: [Evidence, 'open'],
      access: look,
      hidden: true,
      params: ofAttempt,
      sampleBody: { reason: 'Sample reason' },
    },
    {
      method: 'GET',
      path: evidence,
      name: 'proctoring.evidence.show',
      handler: [Evidence, 'show'],
      access: look,
      params: ofAttempt,
      hidden: true,
    },
    {
      method: 'GET',
      path: `${evidence}/pieces/:piece`,
      name: 'proctoring.evidence.piece',
      handler: [Evidence, 'piece'],
      access: look,
      hidden: true,
      params: { ...ofAttempt, piece: 'proctoring_pieces.id' },
    },
    {
      method: 'GET',
      path: `${evidence}/photos/:photo`,
      name: 'proctoring.evidence.photo',
      handler: [Evidence, 'photo'],
      access: look,
      hidden: true,
      params: { ...ofAttempt, photo: 'public' },
    },
    {
      method: 'GET',
      path: '/api/proctoring/receipts/:token',
      name: 'proctoring.receipts.show',
      handler: [Recordings, 'receipt'],
      access: anyone,
      params: { token: 'public' },
    },
  ],
  pages,
  nav,
  files: [pieceFile, photoFile],
  provides: [provide(attemptRecording, async () => (await import('./server/services/attempt_recording.js')).recording)],
  listeners: [on(roomChanged, 'room', async (facts) => (await import('./server/services/room.js')).onRoomChanged(facts))],
  jobs: [
    {
      name: 'proctoring.delete_evidence',
      run: async () => (await import('./server/services/delete_evidence.js')).deleteExpiredEvidence(),
      schedule: { cron: '25 * * * *', each: 'company', due: expiredEvidence },
      limitSeconds: 1800,
    },
    {
      name: 'proctoring.waiting',
      run: async () => (await mails()).mailWaiting(),
      schedule: { cron: '35 7 * * 1-5', each: 'company', due: waitingDue },
    },
  ],
  mails: [
    defineMail({
      trigger: APPROVED_MAIL,
      receivedBy: ['leerling'],
      load: async (facts: VerdictFacts) => (await mails()).verdictValues(facts),
      sample: { ...values, explanation: '', appeal: 'yes', days: '14', actionUrl: resultUrl },
    }),
    defineMail({
      trigger: REJECTED_MAIL,
      receivedBy: ['leerling'],
      load: async (facts: VerdictFacts) => (await mails()).verdictValues(facts),
      sample: { ...values, explanation: 'Om 10:14 hielp iemand mee.', appeal: 'yes', days: '14', actionUrl: resultUrl },
    }),
    defineMail({
      trigger: COMPLAINT_MAIL,
      receivedBy: ['leerling'],
      load: async (facts: ComplaintFacts) => (await import('./server/services/complaints.js')).complaintValues(facts),
      sample: {
        quiz: 'Eindtoets',
        course: 'VCA Basis',
        provider: 'Examenhuis',
        position: '3',
        question: 'Wanneer doe je een LMRA?',
        answer: 'Je hebt gelijk: twee antwoorden kunnen goed zijn. We passen de vraag aan.',
        actionUrl: resultUrl,
      },
    }),
    defineMail({
      trigger: EXTRA_TIME_MAIL,
      receivedBy: ['leerling'],
      load: async (facts: ExtraTimeFacts) => (await mails()).extraTimeValues(facts),
      sample: { percent: '25', actionUrl: 'https://platform.example/deelnemer/trainingen' },
    }),
    defineMail({
      trigger: WAITING_MAIL,
      receivedBy: ['examinator', 'proctor'],
      load: async (facts: WaitingFacts) => (await mails()).waitingValues(facts),
      sample: { count: '3', since: '23 november', actionUrl: 'https://platform.example/proctoring' },
    }),
    defineMail({
      trigger: REFUSED_MAIL,
      receivedBy: ['beheerder'],
      // The name of another person: it is not stored in the outbox, where erasing that person would not find it.
      secrets: ['person'],
      load: async (facts: RefusedFacts) => (await mails()).refusedValues(facts),
      sample: {
        person: 'Sanne de Vries',
        quiz: 'Eindtoets',
        course: 'VCA Basis',
        actionUrl: 'https://platform.example/training/deelnemer/inzichten/12',
      },
    }),
  ],
  migrations: true,
  carried: proctoringArchiveRules,
  moves: proctoringMoves,
  personalTables: [
    'proctoring_adjustments',
    'proctoring_practices',
    'proctoring_recordings',
    'proctoring_pieces',
    'proctoring_marks',
    'proctoring_notes',
    'proctoring_decisions',
    'proctoring_views',
    'proctoring_complaints',
  ],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: {
    platform: async () => (await import('./server/services/demo.js')).loadPlatformDemo(),
    company: async (company) => (await import('./server/services/demo.js')).loadDemo(company),
  },
})
