import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { platformAdmins } from '#core/kit/people'
import { translate } from '#core/kit/words'

interface DemoLead {
  name: string
  email: string
  organisation: string
  phone: string
  source: string
  subject: string
  state: string
  message: string
  /** Days ago. */
  days: number
  /** Days until the next step. */
  next: number | null
  owned: boolean
  step?: string
}

const PEOPLE: readonly DemoLead[] = [
  {
    ...{ name: 'Femke Hoekstra', email: 'f.hoekstra@zeewacht.example', organisation: 'Zeewacht Services', phone: '0223 555 014' },
    ...{ source: 'landing_page', subject: '/landingpage/ore', state: 'new', days: 1, next: null, owned: false },
    message: 'Wij zoeken een voorbereiding op zee voor een ploeg van twaalf monteurs, vanaf maart.',
  },
  {
    ...{ name: 'Marco Bianchi', email: 'marco@nordlicht.example', organisation: 'Nordlicht Montage', phone: '' },
    ...{ source: 'catalogue', subject: 'Werken op hoogte', state: 'contacted', days: 6, next: 2, owned: true },
    message: 'Kan deze training ook in het Engels, op onze eigen locatie?',
    step: 'Offerte sturen voor acht personen',
  },
  {
    ...{ name: 'Yasmina el Idrissi', email: 'yasmina@dijkbouw.example', organisation: '', phone: '06 5550 0147' },
    ...{ source: 'waiting_list', subject: 'Werken op hoogte', state: 'contacted', days: 12, next: -1, owned: true },
    message: '',
    step: 'Terugbellen over een examen in Zwolle',
  },
  {
    ...{ name: 'Pieter Boersma', email: 'p.boersma@veilig-op-zee.example', organisation: 'Veilig op Zee', phone: '' },
    ...{ source: 'landing_page', subject: '/landingpage/sir', state: 'won', days: 40, next: null, owned: true },
    message: 'Wat kost het lidmaatschap?',
  },
  {
    ...{ name: 'Lotte Kuiper', email: 'lotte@kuiper-techniek.example', organisation: 'Kuiper Techniek', phone: '' },
    ...{ source: 'mailbox', subject: 'Vraag over VCA-herhaling', state: 'lost', days: 55, next: null, owned: true },
    message: 'Bieden jullie ook VCA aan?',
  },
]

/** The landing pages are the platform's; the others left their details on a page of a company. */
const siteOf = (source: string, companies: readonly { id: number }[]) =>
  (source === 'catalogue' ? companies[0]?.id : source === 'waiting_list' ? companies[1]?.id : null) ?? null

/** People who left their details on a page of the platform, in every state. Runs across companies. Idempotent. */
export async function loadDemoLeads(): Promise<void> {
  if (await db.from('marketing_leads').first()) return
  const companies: { id: number }[] = await db.from('kit_companies').orderBy('id').limit(2).select('id')
  const owner = (await platformAdmins())[0]?.id ?? null
  const words = translate('nl', 'marketing.interest.words')
  await db.table('marketing_leads').multiInsert(
    PEOPLE.map(({ days, next, owned, step = '', ...lead }) => {
      const at = `${addDays(today(), -days)}T10:00:00Z`
      const isAsked = lead.source !== 'mailbox'
      return {
        ...{
          ...lead,
          company_id: siteOf(lead.source, companies),
          language: 'nl',
          consent_words: isAsked ? words : null,
          consent_at: isAsked ? at : null,
        },
        ...{ owner_id: owned ? owner : null, next_step: step, next_on: next === null ? null : addDays(today(), next) },
        ...{ created_at: at, updated_at: at },
      }
    }),
  )
}
