import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { GroupKind } from '../../contract/index.js'
import { addCourse, addGroup } from './group_service.js'
import { join } from './member_service.js'
import { recomputeCourses } from './recompute.js'

const LOCATIONS = ['IJmuiden', 'Den Helder', 'Eemshaven']

/**
 * Locations, a department, a project, a group by rule, and a course given to the department. Its people have that course open already, so
 * that the demo of learning stays unchanged. Idempotent.
 */
export async function loadDemo({ loginId, memberships }: { loginId: string; memberships: readonly number[] }): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning || (await db.from('groups_groups').first())) return
  const courses = await learning.listCourses()
  const add = async (kind: GroupKind, name: string, members: readonly number[]) => {
    const id = await addGroup({ kind, name })
    if (members.length) await db.transaction((trx) => join(trx, id, members, null))
    return id
  }
  for (const [index, name] of LOCATIONS.entries()) {
    await add(
      'location',
      name,
      memberships.filter((_id, position) => position % LOCATIONS.length === index),
    )
  }
  await add('project', loginId === 'noordwind' ? 'Windpark Hollandse Kust' : 'Nieuwbouw Stationskwartier', memberships.slice(0, 6))
  await addGroup({
    kind: 'function',
    name: 'Leidinggevenden',
    rule: { match: 'all', conditions: [{ field: 'role', op: 'is', value: 'beheerder' }] },
  })
  const course = courses.find(({ shortname }) => shortname === 'tillen-en-dragen') ?? courses[0]
  if (!course) return
  const open: number[] = []
  for (const id of memberships) if ((await learning.standing(id, course.id)).openId) open.push(id)
  const department = await add('department', 'Onderhoud', open)
  await addCourse(department, { course: course.id, dueAt: null, dueDays: 30, mandatory: true })
  await recomputeCourses()
}
