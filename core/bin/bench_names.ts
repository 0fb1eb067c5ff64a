import type { ScenarioTools } from '../contract/bench.js'

/** Names as diverse as real ones: none is shared by more than one person in thirty. */
const FIRST = 'Sanne Daan Emma Bram Fatima Lars Noor Sven Zoë Milan Ayşe Tim Roos Jesse Inês Niels Eva Omar Lotte Piotr Maria Hendrik Klaas Zeynep Wouter Femke Thijs Ilse Koen Maaike'.split(' ') // prettier-ignore
const BEGINNINGS = 'Hage Boven Ooster Wester Noorder Zuider Veld Berken Eiken Linden Molen Water Heuvel Steen Zand Brugge Kerk Groene Rode Witte Lange Korte Rijn Maas'.split(' ') // prettier-ignore
const ENDS = 'man stra huis berg veld kamp hof dijk burg straat laar broek horst meer kerk brink'.split(' ')
const SAME_EVERYWHERE = { name: 'Ravenstein', people: 60 }

/** `ScenarioTools.addPeople`. */
export function manyPeople(sql: ScenarioTools['sql'], settle: ScenarioTools['settle']): ScenarioTools['addPeople'] {
  const made = new Set<string>()
  return async (company, people) => {
    if (made.has(company)) return
    made.add(company)
    await sql(
      `with u as (
         insert into core_users (email, firstname, lastname, language, email_verified_at)
         select 'bench' || n || '@' || $1 || '.example', ($3::text[])[1 + n * 7919 % 1009 % cardinality($3)],
                case when n <= $6 then $7 else ($4::text[])[1 + n * 6101 % 1013 % cardinality($4)] || ($5::text[])[1 + n * 3571 % 1019 % cardinality($5)] end,
                'nl', now()
           from generate_series(1, $2::int) n returning id)
       insert into core_memberships (company_id, user_id, role, status, created_at, last_seen_at)
       select c.id, u.id, 'leerling', case when u.id % 23 = 0 then 'inactive' else 'active' end, now() - (u.id % 900) * interval '1 day',
              now() - (u.id % 60) * interval '1 hour'
         from u, core_companies c where c.login_id = $1`,
      [company, people, FIRST, BEGINNINGS, ENDS, SAME_EVERYWHERE.people, SAME_EVERYWHERE.name],
    )
    await settle('core_users', 'core_memberships', 'core_member_texts', 'core_name_words')
  }
}
