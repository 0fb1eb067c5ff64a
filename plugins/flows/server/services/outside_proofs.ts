import { serviceOf } from '#core/kit/services'
import { outsideProofs } from '#plugins/external_courses/contract/index'
import type { Client } from './load_facts.js'

const plain = (name: string) => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ')

/**
 * Returns the courses that people passed elsewhere: external courses that their supervisors recorded under the same name, in any language
 * of the course. @returns membership → courses
 */
export async function shownBy(client: Client, members: readonly number[], courses: readonly number[]): Promise<Map<number, Set<number>>> {
  const proofs = (await (await serviceOf(outsideProofs, client))?.valid(members, client)) ?? []
  if (!proofs.length) return new Map()
  const titles: { course_id: number; name: Record<string, string> }[] = await client
    .from('learning_titles')
    .whereIn('course_id', [...courses])
    .select('course_id', 'name')
  const shown = new Map<number, Set<number>>()
  for (const { membershipId, name } of proofs)
    for (const { course_id: course, name: names } of titles)
      if (Object.values(names).some((one) => plain(one) === plain(name)))
        shown.set(membershipId, (shown.get(membershipId) ?? new Set()).add(course))
  return shown
}
