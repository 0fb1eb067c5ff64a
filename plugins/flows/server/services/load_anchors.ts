import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { type Day, dayOf, isDay } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { courseCertificates } from '#plugins/learning/contract/certificates'
import type { AnchorRule, Definition } from '../../contract/definition.js'
import type { AnchorFacts } from '../engine/facts.js'
import type { Client } from './load_facts.js'

interface Row {
  id: number
  joined_at: Date
  first_seen_at: Date | null
  answers: Record<string, unknown> | null
}

/** The dates of these people that rules count from; without such a rule nothing is read. @returns membership → its dates */
export async function anchorsOf(
  client: Client,
  members: readonly number[],
  definitions: readonly Definition[],
): Promise<Map<number, AnchorFacts>> {
  const rules = new Set(definitions.flatMap((definition) => definition.rules.filter((rule): rule is AnchorOf => rule.type === 'anchor')))
  if (!rules.size) return new Map()
  const { rows } = await client.rawQuery<{ rows: Row[] }>(
    'select id, joined_at, first_seen_at, answers from kit_members where id = any(?::bigint[])',
    [[...members]] as never,
  )
  const fields = [...rules].flatMap((rule) => (rule.anchor === 'profile' ? [rule.field] : []))
  const ends = await certificateEnds(client, members, [
    ...new Set([...rules].flatMap((rule) => (rule.anchor === 'certificate_end' ? [rule.course] : []))),
  ])
  return new Map(
    rows.map(({ id, joined_at: joined, first_seen_at: seen, answers }) => [
      id,
      {
        joinedCompany: dayOf(joined),
        firstSignIn: seen && dayOf(seen),
        profile: new Map(
          fields.flatMap((field): [number, Day][] => {
            const given = answers?.[String(field)]
            return typeof given === 'string' && isDay(given) ? [[field, given]] : []
          }),
        ),
        certificateEnds: ends.get(id) ?? new Map(),
      },
    ]),
  )
}

type AnchorOf = AnchorRule & { step: string }

async function certificateEnds(
  client: Client,
  members: readonly number[],
  courses: readonly number[],
): Promise<Map<number, Map<number, Day>>> {
  const ends = new Map<number, Map<number, Day>>()
  if (!courses.length) return ends
  const rows = await (await serviceOf(courseCertificates, client))?.ends(courses, members, client as TransactionClientContract)
  for (const { membershipId, courseId, until } of rows ?? [])
    ends.set(membershipId, new Map([...(ends.get(membershipId) ?? []), [courseId, until]]))
  return ends
}
