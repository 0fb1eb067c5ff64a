import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { marketingSettings } from '../../settings.js'

const WORDS = {
  nl: {
    subject: 'Nieuw in het aanbod: werken op hoogte',
    body: 'Hoi {firstname},\n\nBij {company} kun je vanaf deze maand de training Werken op hoogte volgen. Je leert er veilig klimmen, zekeren en redden.\n\nJe volgt de training online, op elk moment dat je uitkomt.',
    action: 'Bekijk de trainingen',
  },
  en: {
    subject: 'New: working at height',
    body: 'Hi {firstname},\n\nFrom this month on you can take the course Working at height at {company}. It teaches you to climb, to belay and to rescue safely.\n\nYou take the course online, whenever it suits you.',
    action: 'View the courses',
  },
}
const AUDIENCE = { company: null, roles: [], languages: [], people: {} }

/** Creates people with consent, a campaign with results and a draft. Runs across companies. Idempotent. */
export async function loadDemo(): Promise<void> {
  if (await db.from('marketing_campaigns').first()) return
  // Three in four gave consent, ten weeks ago.
  await db.rawQuery(
    `insert into marketing_consents (company_id, membership_id, words, language, given_at)
     select p.company_id, p.id, replace(?, '{company}', c.name), 'nl', now() - interval '70 days'
       from kit_members p join kit_companies c on c.id = p.company_id where p.status = 'active' and p.id % 4 > 0`,
    [translate('nl', 'marketing.consent.words', { company: '{company}' })],
  )
  const sent = addDays(today(), -14)
  const [done] = await db
    .table('marketing_campaigns')
    .insert({
      ...{ name: 'Nieuwe training: werken op hoogte', link: '/', pace: 60, state: 'done' },
      ...{ audience: JSON.stringify(AUDIENCE), words: JSON.stringify(WORDS) },
      ...{ made_at: addDays(today(), -15), started_at: `${sent}T09:00:00Z`, finished_at: `${sent}T09:04:00Z` },
    })
    .returning('id')
  await db.rawQuery(
    `insert into marketing_recipients
       (company_id, campaign_id, membership_id, address_hash, state, sent_at, delivered_at, bounced_at, clicked_at, booked_at, unsubscribed_at)
     select k.company_id, :campaign, p.id, marketing_address(p.email), k.state,
            case when k.state = 'sent' then :at::timestamptz end,
            case when k.is_delivered then :at::timestamptz + interval '2 seconds' end,
            case when k.state = 'sent' and not k.is_delivered then :at::timestamptz + interval '1 minute' end,
            case when k.is_delivered and n % 3 = 1 then :at::timestamptz + interval '5 hours' end,
            case when k.is_delivered and n % 9 = 1 then :at::timestamptz + interval '4 days' end,
            case when n = 9 then :at::timestamptz + interval '1 day' end
       from (select k.*, case when n % 11 = 0 then 'skipped' else 'sent' end as state, n % 11 > 0 and n % 17 <> 2 as is_delivered
               from (select k.*, row_number() over (order by k.membership_id) as n from marketing_consents k) k) k
       join kit_members p on p.id = k.membership_id`,
    { campaign: done.id, at: `${sent}T09:02:00Z` } as never,
  )
  await db.rawQuery(
    `with gone as (select address_hash, membership_id from marketing_recipients where unsubscribed_at is not null),
          noted as (insert into marketing_suppressed (address_hash, since) select address_hash, now() - interval '13 days' from gone)
     update marketing_consents k set withdrawn_at = now() - interval '13 days' from gone where gone.membership_id = k.membership_id`,
  )
  await loadTrial()
  await db.table('marketing_campaigns').insert({
    ...{ name: 'Herfstaanbod herhalingstrainingen', link: '/', pace: 30, state: 'draft' },
    audience: JSON.stringify({ ...AUDIENCE, roles: ['leerling'], languages: ['nl'] }),
    words: JSON.stringify({
      nl: {
        subject: 'Tijd voor een herhalingstraining?',
        body: 'Hoi {firstname},\n\nIs het langer dan een jaar geleden dat je een training volgde? Met een herhalingstraining blijft je kennis actueel.\n\nKijk welke trainingen er bij {company} zijn.',
        action: 'Naar de trainingen',
      },
    }),
  })
}

/** A campaign whose second subject was clicked more often, and went to the rest. */
async function loadTrial(): Promise<void> {
  const sent = `${addDays(today(), -30)}T09:00:00Z`
  const [tried] = await db
    .table('marketing_campaigns')
    .insert({
      ...{ name: 'Examens in het voorjaar', link: '/', pace: 60, state: 'done', chosen: 'b', trial_share: 20, trial_hours: 24 },
      ...{ audience: JSON.stringify(AUDIENCE), words: JSON.stringify({ nl: { ...WORDS.nl, subject: 'Examens in het voorjaar' } }) },
      other_subjects: JSON.stringify({ nl: 'Plan je examen: er zijn nieuwe data' }),
      ...{
        made_at: sent,
        started_at: sent,
        finished_at: `${addDays(today(), -29)}T09:06:00Z`,
        trial_ends_at: `${addDays(today(), -29)}T09:02:00Z`,
      },
    })
    .returning('id')
  await db.rawQuery(
    `insert into marketing_recipients
       (company_id, campaign_id, membership_id, address_hash, state, variant, sent_at, delivered_at, clicked_at, booked_at)
     select k.company_id, :campaign, p.id, marketing_address(p.email), 'sent', case n % 5 when 0 then 'a' when 1 then 'b' end,
            :at::timestamptz, :at::timestamptz + interval '2 seconds',
            case when k.has_clicked then :at::timestamptz + interval '3 hours' end,
            case when k.has_clicked and n % 4 = 1 then :at::timestamptz + interval '6 days' end
       from (select k.*, n % 10 = 0 or n % 5 = 1 and n % 3 > 0 or n % 7 = 3 as has_clicked
               from (select k.*, row_number() over (order by k.membership_id) as n from marketing_consents k) k) k
       join kit_members p on p.id = k.membership_id`,
    { campaign: tried.id, at: sent } as never,
  )
}

/** The company's unfinished booking was mailed about, if its platform wants that. Idempotent. */
export async function loadReminder(): Promise<void> {
  if (!(await settingsOf(marketingSettings)).abandoned) return
  await db.rawQuery(
    `insert into marketing_reminders (company_id, draft_id, membership_id, address_hash)
     select d.company_id, d.id, p.id, marketing_address(p.email) from booking_open_drafts d join kit_members p on p.id = d.membership_id
      where p.email is not null order by d.id limit 1 on conflict do nothing`,
  )
}
