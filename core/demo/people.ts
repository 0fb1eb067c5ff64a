import { addressWithoutMailbox } from '../contract/mail.js'
import type { Role } from '../contract/roles.js'

/** Password of every demo sign-in. */
export const DEMO_PASSWORD = 'Welkom-2026!'

export interface DemoPerson {
  email: string
  firstname: string
  infix?: string
  lastname: string
  /** Login id → role; no company and a platform role for admins. */
  memberships: Record<string, Exclude<Role, 'admin' | 'mini_admin'>>
  platformRole?: 'admin' | 'mini_admin'
  entitlements?: string[]
  language?: string
  birthdate?: string
  gender?: 'male' | 'female' | 'unknown'
  /** Has no e-mail address: signs in by personnel number, with the demo's password as the code. */
  byNumber?: boolean
}

/** The sign-ins that the README names and `npm start` prints. */
export const DEMO_SIGN_INS: DemoPerson[] = [
  {
    email: 'leerling@noordwind.example',
    firstname: 'Sanne',
    infix: 'de',
    lastname: 'Vries',
    memberships: { noordwind: 'leerling' },
    birthdate: '1994-03-12',
    gender: 'female',
  },
  {
    email: 'beheerder@noordwind.example',
    firstname: 'Ruben',
    lastname: 'Hofstra',
    memberships: { noordwind: 'beheerder' },
    birthdate: '1981-10-02',
    gender: 'male',
  },
  {
    email: 'leerling@bouwmeester.example',
    firstname: 'Mehmet',
    lastname: 'Yılmaz',
    memberships: { bouwmeester: 'leerling' },
    // No date of birth, so that courses for adults ask for it.
    gender: 'male',
  },
  {
    email: 'beheerder@bouwmeester.example',
    firstname: 'Ingrid',
    infix: 'van den',
    lastname: 'Berg',
    memberships: { bouwmeester: 'beheerder' },
    birthdate: '1976-01-30',
    gender: 'female',
  },
  {
    email: 'examinator@examenhuis.example',
    firstname: 'Joke',
    lastname: 'Terpstra',
    memberships: { examenhuis: 'examinator' },
    entitlements: ['examinator_can_validate_attempts'],
    birthdate: '1969-08-15',
    gender: 'female',
  },
  { email: 'admin@platform.example', firstname: 'Noor', lastname: 'Admiraal', memberships: {}, platformRole: 'admin' },
  { email: 'mini@platform.example', firstname: 'Bas', lastname: 'Klein', memberships: {}, platformRole: 'mini_admin' },
]

/** Invited and not signed in yet: no password, and an open invitation mail in the outbox. */
export const DEMO_INVITED: DemoPerson = {
  email: 'nieuw@noordwind.example',
  firstname: 'Milan',
  lastname: 'Kok',
  memberships: { noordwind: 'leerling' },
  birthdate: '2001-11-08',
  gender: 'male',
}

/** Names as people write them. The address is given where it cannot be derived from the name. */
const NAMES: [string, string, 'male' | 'female', { infix?: string; address?: string; byNumber?: true }?][] = [
  ['Daan', 'Bakker', 'male'],
  ['Fatima', 'El Amrani', 'female'],
  ['Lars', 'Jørgensen', 'male'],
  ['Eva', 'Mulder', 'female'],
  ['Piotr', 'Wiśniewski', 'male'],
  ['Zoë', 'Peeters', 'female'],
  ['Thijs', 'Dijkstra', 'male'],
  ['Ayşe', 'Demir', 'female'],
  ['Jeroen', 'Leeuwen', 'male', { infix: 'van' }],
  ['Marloes', 'Visser', 'female'],
  ['王小明', '', 'male', { address: 'wang.xiaoming' }],
  ['Anouk', 'Smit', 'female'],
  ['João', 'Pereira', 'male', { byNumber: true }],
  ['Femke', 'Boer', 'female'],
  ['Dimitar', 'Petrov', 'male'],
  ['Lotte', 'Meijer', 'female'],
  ['Kevin', 'Groot', 'male', { infix: 'de' }],
  ['Nadia', 'Bouali', 'female'],
  ['Sjoerd', 'Hoekstra', 'male'],
  ['Renée', 'Dubois', 'female'],
  ['Marek', 'Nowak', 'male'],
  ['Iris', 'Postma', 'female'],
  ['Tom', 'Verhoeven', 'male'],
  ['Carmen', 'García', 'female'],
  ['Wouter', 'Kuipers', 'male'],
  ['Yasmin', 'Aydın', 'female'],
  ['Niels', 'Brouwer', 'male'],
  ['Charlotte', 'Jacobs', 'female'],
  ['Bram', 'Willems', 'male'],
  ['Sofia', 'Ivanova', 'female'],
  ['Suharto', '', 'male', { address: 'suharto' }],
  ['Esra', 'Kaya', 'female'],
  ['محمد', 'علي', 'male', { address: 'mohammed.ali' }],
  ['Manon', 'Lefèvre', 'female'],
  ['Andrei', 'Popescu', 'male'],
  ['Tessa', 'Vos', 'female'],
  ['Youssef', 'Haddad', 'male'],
  ['Hanneke', 'Prins', 'female'],
  // Written before infixes had a field of their own.
  ['Gijs', 'van Dam', 'male'],
  ['Ilse', 'Wouters', 'female'],
]

const ascii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')

/** Forty more participants, so that lists look real; the last one works for two companies. */
export const DEMO_PARTICIPANTS: DemoPerson[] = NAMES.map(([firstname, lastname, gender, { infix, address, byNumber } = {}], index) => {
  const company = index % 5 < 3 ? 'noordwind' : 'bouwmeester'
  return {
    email: byNumber
      ? addressWithoutMailbox(`demo ${ascii(`${firstname} ${lastname}`)}`)
      : `${address ?? ascii([firstname, infix, lastname].filter(Boolean).join(' '))}@${company}.example`,
    ...(byNumber && { byNumber }),
    firstname,
    ...(infix && { infix }),
    lastname,
    gender,
    birthdate: `${1965 + ((index * 7) % 38)}-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + ((index * 5) % 28)).padStart(2, '0')}`,
    language: ['nl', 'nl', 'nl', 'en'][index % 4],
    memberships: index === NAMES.length - 1 ? { bouwmeester: 'leerling', noordwind: 'leerling' } : { [company]: 'leerling' },
  }
})
