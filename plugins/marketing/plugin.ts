import { anyone, can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { defineMail, definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { bookingConfirmed } from '#plugins/booking/contract/index'
import { leadsService } from './contract/index.js'
import { nav, pages } from './pages.js'
import { marketingSettings } from './settings.js'
import { attention, leadList } from './server/lists/leads.js'
import { FORGETTING_DUE } from './server/services/leads.js'
import { REMINDER, type ReminderFacts, REMINDERS_DUE } from './server/services/reminders.js'
import { BOUNCES_DUE, DELIVERIES_DUE } from './server/services/results.js'
import { type MailFacts, SENDING_DUE } from './server/services/sending.js'
import { TRIGGER } from './server/services/trigger.js'

const Campaigns = () => import('#plugins/marketing/server/controllers/campaigns_controller')
const People = () => import('#plugins/marketing/server/controllers/people_controller')
const Leads = () => import('#plugins/marketing/server/controllers/leads_controller')
const sending = () => import('./server/services/sending.js')
const results = () => import('./server/services/results.js')
const reminders = () => import('./server/services/reminders.js')
const personal = () => import('./server/services/personal_data.js')

const access = can('marketing.manage')
const consent = can('marketing.consent')
const base = '/api/marketing/campaigns'
// The platform's own rows: no company has access to them.
const CAMPAIGN = { id: 'public' } as const
const LEAD = { id: 'marketing_leads.id' } as const
const leads = '/api/marketing/leads'
const TOKEN = { token: 'public' } as const
const sample = {
  ...{ name: 'Sample', company: null, roles: [], languages: [], people: {}, link: '', pace: 60 },
  ...{ subject_nl: 'Nieuws', body_nl: 'Hoi {firstname}', action_nl: '', subject_en: '', body_en: '', action_en: '' },
}
const letter = { language: 'nl', company: null, subject: 'Nieuws', body: 'Hoi {firstname}', action: null }

/** Mails to people who agreed to them (specification, section 2: tools). */
export default definePlugin({
  id: 'marketing',
  folder: import.meta.url,
  requires: ['learning', 'catalogue', 'booking'],
  settings: marketingSettings,
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
    // The text may be unsaved.
    {
      method: 'POST',
      path: '/api/marketing/preview',
      name: 'marketing.letter.preview',
      handler: [Campaigns, 'preview'],
      access,
      sampleBody: { ...letter, link: '', reader: null },
    },
    {
      method: 'POST',
      path: '/api/marketing/test',
      name: 'marketing.letter.test',
      handler: [Campaigns, 'test'],
      access,
      sampleBody: letter,
    },
    {
      method: 'GET',
      path: `${base}/:id/audience`,
      name: 'marketing.audience.show',
      handler: [Campaigns, 'audience'],
      access,
      params: CAMPAIGN,
    },
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
    { method: 'GET', path: leads, name: 'marketing.leads.index', handler: [Leads, 'index'], access },
    ...listRoutes(leadList, leads),
    { method: 'GET', path: `${leads}/options`, name: 'marketing.leads.options', handler: [Leads, 'options'], access },
    { method: 'GET', path: `${leads}/:id`, name: 'marketing.leads.show', handler: [Leads, 'show'], access, params: LEAD },
    {
      method: 'PUT',
      path: `${leads}/:id`,
      name: 'marketing.leads.update',
      handler: [Leads, 'update'],
      access,
      params: LEAD,
      sampleBody: { state: 'contacted', owner: null, next_step: '', next_on: null, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'DELETE', path: `${leads}/:id`, name: 'marketing.leads.remove', handler: [Leads, 'remove'], access, params: LEAD },
    {
      // A visitor of a public page leaves their details; nothing is read.
      method: 'POST',
      path: '/api/marketing/interest',
      name: 'marketing.interest.create',
      handler: [Leads, 'interest'],
      access: anyone,
      sampleBody: { name: 'Sample', email: 'a@b.example', phone: '', organisation: '', message: '', page: 'ore', agreed: true, lang: 'nl' },
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
  lists: [leadList],
  attention,
  provides: [provide(leadsService, async () => (await import('./server/services/hand_in.js')).service)],
  pages,
  visitorOpenings: { 'marketing.interest': () => import('./server/opening.js') },
  nav,
  jobs: [
    {
      name: 'marketing.forget_leads',
      run: async () => (await import('./server/services/leads.js')).deleteOldLeads(),
      schedule: { cron: '20 4 * * *', each: 'company', due: FORGETTING_DUE },
    },
    {
      name: 'marketing.remind',
      run: async () => (await reminders()).sendReminders(),
      schedule: { cron: '7,37 * * * *', each: 'company', due: REMINDERS_DUE },
      limitSeconds: 600,
    },
    {
      name: 'marketing.send',
      run: async () => (await sending()).sendCampaigns(),
      schedule: { cron: '* * * * *', each: 'company', due: SENDING_DUE },
      limitSeconds: 600,
    },
    {
      name: 'marketing.note_bounces',
      run: async () => (await results()).recordBounces(),
      schedule: { cron: '*/10 * * * *', each: 'company', due: BOUNCES_DUE },
    },
    {
      name: 'marketing.note_deliveries',
      run: async () => (await results()).recordDeliveries(),
      schedule: { cron: '*/10 * * * *', each: 'company', due: DELIVERIES_DUE },
    },
  ],
  listeners: [on(bookingConfirmed, 'booked', async (facts, delivery) => (await results()).recordBooking(facts, delivery))],
  mails: [
    defineMail<MailFacts>({
      trigger: TRIGGER,
      receivedBy: ['leerling', 'beheerder', 'examinator'],
      load: async (facts) => (await sending()).mailValues(facts),
      words: async (facts, language) => (await sending()).mailWords(facts, language),
      unsubscribe: async (facts) => (await sending()).unsubscribeAddress(facts),
      sample: { actionUrl: 'https://platform.example/' },
    }),
    defineMail<ReminderFacts>({
      trigger: REMINDER,
      receivedBy: ['leerling', 'beheerder'],
      load: async (facts) => (await reminders()).reminderValues(facts),
      unsubscribe: async (facts) => (await reminders()).reminderUnsubscribe(facts),
      sample: { course: 'Werken op hoogte', actionUrl: 'https://platform.example/intern/booking' },
    }),
  ],
  migrations: true,
  personalTables: ['marketing_recipients', 'marketing_consents', 'marketing_leads', 'marketing_reminders'],
  exportPersonalData: async (membershipId) => (await personal()).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await personal()).erasePersonalData(membershipId),
  eraseAddress: async (...of) => (await personal()).eraseAddress(...of),
  // The consent was given to the company that the person leaves.
  moves: { tables: { marketing_recipients: 'stays', marketing_consents: 'ends', marketing_leads: 'stays', marketing_reminders: 'ends' } },
  carried: {
    stays: {
      marketing_campaigns: 'of the platform: one may go to several companies',
      marketing_recipients: 'whom a campaign of this platform went to',
      marketing_reminders: 'a mail about a draft of this platform',
      marketing_leads: 'followed up by the admins of this platform',
      marketing_suppressed: 'of the platform, and of no company',
    },
  },
  demo: {
    platform: async () => {
      await (await import('./server/services/demo.js')).loadDemo()
      await (await import('./server/services/demo_leads.js')).loadDemoLeads()
    },
    company: async () => (await import('./server/services/demo.js')).loadReminder(),
  },
})
