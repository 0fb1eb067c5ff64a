import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { translate } from '#core/kit/words'

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
    `insert into marketing_recipients (company_id, campaign_id, membership_id, address_hash, state, sent_at, clicked_at, bounced_at, unsubscribed_at)
     select k.company_id, ?, p.id, marketing_address(p.email), case when n % 11 = 0 then 'skipped' else 'sent' end,
            case when n % 11 > 0 then ?::timestamptz end,
            case when n % 3 = 1 and n % 11 > 0 then ?::timestamptz + interval '5 hours' end,
            case when n % 17 = 2 then ?::timestamptz + interval '1 minute' end,
            case when n = 9 then ?::timestamptz + interval '1 day' end
       from (select k.*, row_number() over (order by k.membership_id) as n from marketing_consents k) k
       join kit_members p on p.id = k.membership_id`,
    [done.id, ...Array.from({ length: 4 }, () => `${sent}T09:02:00Z`)],
  )
  await db.rawQuery(
    `with gone as (select address_hash, membership_id from marketing_recipients where unsubscribed_at is not null),
          noted as (insert into marketing_suppressed (address_hash, since) select address_hash, now() - interval '13 days' from gone)
     update marketing_consents k set withdrawn_at = now() - interval '13 days' from gone where gone.membership_id = k.membership_id`,
  )
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
