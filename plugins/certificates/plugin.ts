import { anyone, can, signedIn } from '#core/contract/access'
import { history, on } from '#core/contract/events'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { courseCertificates } from '#plugins/learning/contract/certificates'
import { coursePassed, courseRegraded } from '#plugins/learning/contract/index'
import { certificateLines } from '#plugins/passport/contract/index'
import { certificateIssued, certificatesService } from './contract/index.js'
import { listRoutes } from '#core/kit/lists'
import { pages } from './pages.js'
import { certificatePdf } from './server/files.js'
import { certificates } from './server/lists/certificates.js'
import { attention, onParticipants } from './server/lists/on_participants.js'
import { certificatesSource } from './server/reports/certificates_source.js'
import { pastIssued } from './server/services/past.js'
import { certificatesArchiveRules } from './server/archive_rules.js'
import { certificatesMoves } from './server/moves.js'
import { personFacts } from './server/services/person_facts.js'

const Certificates = () => import('#plugins/certificates/server/controllers/certificates_controller')
const PublicCertificates = () => import('#plugins/certificates/server/controllers/public_certificates_controller')

const ROW = { id: 'certificates_certificates.id' } as const

export default definePlugin({
  id: 'certificates',
  folder: import.meta.url,
  requires: ['learning'],
  permissions: {
    'certificates.view': MANAGER_ROLES,
    'certificates.revoke': MANAGER_ROLES,
  },
  routes: [
    {
      method: 'GET',
      path: '/api/certificates',
      name: 'certificates.index',
      handler: [Certificates, 'index'],
      access: can('certificates.view'),
    },
    ...listRoutes(certificates, '/api/certificates'),
    { method: 'GET', path: '/api/certificates/mine', name: 'certificates.mine', handler: [Certificates, 'mine'], access: signedIn },
    {
      method: 'GET',
      path: '/api/certificates/sample',
      name: 'certificates.sample',
      handler: [Certificates, 'sample'],
      access: can('certificates.view'),
    },
    {
      method: 'GET',
      path: '/api/certificates/:id/pdf',
      name: 'certificates.pdf',
      handler: [Certificates, 'pdf'],
      access: signedIn,
      params: ROW,
    },
    {
      method: 'POST',
      path: '/api/certificates/:id/revoke',
      name: 'certificates.revoke',
      handler: [Certificates, 'revoke'],
      access: can('certificates.revoke'),
      params: ROW,
      sampleBody: { reason: 'Fout gedrukt' },
    },
    // Public: the token on the certificate is the permission.
    {
      method: 'GET',
      path: '/api/certificates/public/:token',
      name: 'certificates.public.show',
      handler: [PublicCertificates, 'show'],
      access: anyone,
      params: { token: 'public' },
    },
  ],
  pages,
  lists: [certificates],
  listExtensions: [onParticipants],
  attention,
  reportSources: [certificatesSource],
  listeners: [
    on(coursePassed, 'issue', async (facts) => (await import('./server/services/issue_service.js')).onCoursePassed(facts)),
    on(courseRegraded, 'correct', async (facts) => (await import('./server/services/correct_service.js')).onCourseRegraded(facts)),
  ],
  histories: [history(certificateIssued, pastIssued)],
  provides: [
    provide(certificatesService, () => import('./server/services/participation_certificates.js')),
    provide(certificateLines, async () => (await import('./server/services/passport_lines.js')).service),
    provide(courseCertificates, async () => (await import('./server/services/course_certificates.js')).service),
  ],
  mails: [
    defineMail({
      trigger: 'certificates.mail.issued',
      on: certificateIssued,
      when: ({ membershipId }) => membershipId !== null,
      to: ({ membershipId }) => membershipId!,
      receivedBy: ['leerling', 'beheerder'],
      load: async (facts) => (await import('./server/services/mail_values.js')).issuedMailValues(facts),
      attachments: async (facts) => (await import('./server/services/mail_values.js')).issuedMailFiles(facts),
      sample: {
        course: 'Veilig werken op hoogte',
        number: 'NWO-2026-000123',
        actionUrl: 'https://platform.example/certificate/status/0f9c2d1e7b6a4853',
      },
    }),
  ],
  files: [certificatePdf],
  jobs: [
    {
      name: 'certificates.render',
      run: async (job: { certificateId: number }) => (await import('./server/services/document_service.js')).renderCertificate(job),
    },
  ],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  carried: certificatesArchiveRules,
  moves: certificatesMoves,
  personalTables: ['certificates_certificates'],
  personFacts,
  migrations: true,
})
