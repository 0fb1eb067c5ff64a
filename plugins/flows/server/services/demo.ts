import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import type { Rule } from '../../contract/definition.js'
import { addFlow, findFlow } from './flow_service.js'
import { join } from './joining.js'

/** So many who have begun the first course, and as many who have passed it. */
const OF_EACH = 3

/**
 * An onboarding of several steps with people who are under way in it, and a yearly refresher by relative date. Only of people whose first course is
 * passed or open already, so that what learning's own demo shows stays as it is. Doing it twice changes nothing.
 */
export async function loadDemo({ memberships, signIns }: { memberships: readonly number[]; signIns: readonly number[] }): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning || (await db.from('flows_flows').first())) return
  const courses = await learning.listCourses()
  const named = (shortname: string) => courses.find((course) => course.shortname === shortname)?.id
  const chosen = ['offshore-introductie', 'tillen-en-dragen', 'werken-op-hoogte'].map(named)
  if (chosen.some((id) => id === undefined)) return
  const steps = chosen.map((course, index) => ({
    ...{ key: `s${index + 1}`, course: course!, due_days: index ? 30 : null, optional: false },
  }))
  const rules: Rule[] = [
    { step: 's1', type: 'direct' },
    { step: 's2', type: 'relative', other: 's1', when: 'finished', days: 14 },
    { step: 's3', type: 'status', other: 's2', when: 'finished' },
  ]
  const common = { finish: null, expired: 'extend', skip_held: true } as const
  const onboarding = await addFlow(
    { name: 'Inwerken offshore monteur', active: true, groups: [], definition: { ...common, steps, rules, repeat_months: null } },
    null,
  )
  await addFlow(
    {
      name: 'Jaarlijkse opfrissing',
      active: true,
      groups: [],
      definition: {
        ...common,
        steps: [steps[1]!, steps[2]!],
        rules: [
          { step: 's2', type: 'direct' },
          { step: 's3', type: 'relative', other: 's2', when: 'opened', days: 30 },
        ],
        repeat_months: 12,
      },
    },
    null,
  )
  const begun: number[] = []
  const passedIt: number[] = []
  for (const id of memberships.filter((one) => !signIns.includes(one))) {
    const { openId, passed } = await learning.standing(id, chosen[0]!)
    if (openId) begun.push(id)
    else if (passed) passedIt.push(id)
  }
  const flow = await findFlow(onboarding)
  const members = [...begun.slice(0, OF_EACH), ...passedIt.slice(0, OF_EACH)]
  await db.transaction((trx) => join(trx, flow, members, 'hand', null))
}
