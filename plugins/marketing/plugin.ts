import { anyone, can } from '#core/contract/access'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'
import { BOUNCES_DUE, type MailFacts, SENDING_DUE } from './server/services/sending.js'
import { TRIGGER } from './server/services/trigger.js'

const Campaigns = () => import('#plugins/marketing/server/controllers/campaigns_controller')
const People = () => import('#plugins/marketing/server/controllers/people_controller')
const sending = () => import('./server/services/sending.js')
const personal = () => import('./server/services/personal_data.js')

const access = can('marketing.manage')
const consent = can('marketing.consent')
const base = '/api/marketing/campaigns'
// The platform's own rows: no company has access to them.
const CAMPAIGN = { id: 'public' } as const
const TOKEN = { token: 'public' } as const
const sample = {
  ...{ name: 'Sample', company: null, roles: [], languages: [], people: {}, link: '', pace: 60 },
  ...{ subject_nl: 'Nieuws', body_nl: 'Hoi {firstname}', action_nl: '', subject_en: '', body_en: '', action_en: '' },
}

/** Mails to people who agreed to them (specification, section 2: tools). */
export default definePlugin({
  id: 'marketing',
  folder: import.meta.url,
  permissions: {
    'marketing.manage': ADMIN_ROLES,
    // The person's own consent.
    'marketing.consent': ['leerling', 'beheerder', 'examinator'],
  },
  routes: [
    { method: 'GET', path: base, name: 'marketing.campaigns.index', handler: [Campaigns, 'index'], access },
    { method: 'POST', path: base, name: 'marketing.campaigns.create', handler: [Campaigns, 'create'], access, sampleBody: sample },
    { method: 'GET', path: `${base}/:id`, name: 'marketing.campaigns.show', handler: [Campaigns, 'show'], access, params: CAMPAIGN },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'marketing.campaigns.update',
      handler: [Campaigns, 'update'],
      access,
      params: CAMPAIGN,
      sampleBody: { ...sample, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'DELETE', path: `${base}/:id`, name: 'marketing.campaigns.remove', handler: [Campaigns, 'remove'], access, params: CAMPAIGN },
    {
      method: 'POST',
      path: `${base}/:id/start`,
      name: 'marketing.campaigns.start',
      handler: [Campaigns, 'start'],
      access,
      params: CAMPAIGN,
      sampleBody: { at: null },
    },
    {
      method: 'POST',
      path: `${base}/:id/act`,
      name: 'marketing.campaigns.act',
      handler: [Campaigns, 'act'],
      access,
      params: CAMPAIGN,
      sampleBody: { act: 'pause' },
    },
    {
      method: 'POST',
      path: `${base}/:id/test`,
      name: 'marketing.campaigns.test',
      handler: [Campaigns, 'test'],
      access,
      params: CAMPAIGN,
      sampleBody: { language: 'nl' },
    },
    {
      method: 'GET',
      path: `${base}/:id/audience`,
      name: 'marketing.audience.show',
      handler: [Campaigns, 'audience'],
      access,
      params: CAMPAIGN,
    },
    { method: 'GET', path: `${base}/:id/letter`, name: 'marketing.letter.show', handler: [Campaigns, 'letter'], access, params: CAMPAIGN },
    { method: 'GET', path: '/api/marketing/options', name: 'marketing.options.index', handler: [Campaigns, 'options'], access },
    { method: 'GET', path: '/api/marketing/consent', name: 'marketing.consent.show', handler: [People, 'consent'], access: consent },
    {
      method: 'PUT',
      path: '/api/marketing/consent',
      name: 'marketing.consent.update',
      handler: [People, 'saveConsent'],
      access: consent,
      sampleBody: { given: true },
    },
    // The link in a mail.
    { method: 'GET', path: '/m/:token', name: 'marketing.clicks.create', handler: [People, 'follow'], access: anyone, params: TOKEN },
    {
      method: 'GET',
      path: '/api/marketing/unsubscribe/:token',
      name: 'marketing.unsubscribe.show',
      handler: [People, 'unsubscribing'],
      access: anyone,
      params: TOKEN,
    },
    {
      // The same address as the page: mail programs post to it without a session (RFC 8058), with either form encoding.
      method: 'POST',
      path: '/afmelden/:token',
      name: 'marketing.unsubscribe.create',
      handler: [People, 'unsubscribe'],
      access: anyone,
      params: TOKEN,
      form: true,
      skipCsrf: true,
    },
  ],
  pages,
  nav,
  jobs: [
    {
      name: 'marketing.send',
      run: async () => (await sending()).sendCampaigns(),
      schedule: { cron: '* * * * *', each: 'company', due: SENDING_DUE },
      limitSeconds: 600,
    },
    {
      name: 'marketing.note_bounces',
      run: async () => (await sending()).noteBounces(),
      schedule: { cron: '*/10 * * * *', each: 'company', due: BOUNCES_DUE },
    },
  ],
  mails: [
    defineMail<MailFacts>({
      trigger: TRIGGER,
      receivedBy: ['leerling', 'beheerder', 'examinator'],
      load: async (facts) => (await sending()).mailValues(facts),
      words: async (facts, language) => (await sending()).mailWords(facts, language),
      unsubscribe: async (facts) => (await sending()).unsubscribeAddress(facts),
      sample: { actionUrl: 'https://platform.example/' },
    }),
  ],
  migrations: true,
  personalTables: ['marketing_recipients', 'marketing_consents'],
  exportPersonalData: async (membershipId) => (await personal()).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await personal()).erasePersonalData(membershipId),
  // The consent was given to the company that the person leaves.
  moves: { tables: { marketing_recipients: 'stays', marketing_consents: 'ends' } },
  carried: {
    stays: {
      marketing_campaigns: 'of the platform: one may go to several companies',
      marketing_recipients: 'whom a campaign of this platform went to',
      marketing_suppressed: 'of the platform, and of no company',
    },
  },
  demo: { platform: async () => (await import('./server/services/demo.js')).loadDemo() },
})
