import { fileURLToPath } from 'node:url'
import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { GROUP_FILTER, groupsService } from '#plugins/groups/contract/index'
import { type LearningService, learningService } from '#plugins/learning/contract/index'
import type { FlowStep, Rule } from '../../contract/definition.js'
import { nextRound } from '../engine/rounds.js'
import { advance } from './advance.js'
import { addFlow, findFlow } from './flow_service.js'
import { join } from './joining.js'

/** Number of people who have started the first course, and of people who have passed it. */
const OF_EACH = 3
/** The demo company with technicians. */
const OFFSHORE = 'noordwind'
const folder = fileURLToPath(new URL('../../courses/zekeren-van-gereedschap', import.meta.url))

interface Demo {
  loginId: string
  memberships: readonly number[]
  signIns: readonly number[]
}

/**
 * The onboarding of an offshore technician in five steps with people in progress, and a yearly refresher for the people of a project. Only
 * people whose first course is already passed or open, so that learning's own demo is unchanged. Idempotent.
 */
export async function loadDemo({ loginId, memberships, signIns }: Demo): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning || (await db.from('flows_flows').first())) return
  if (loginId === OFFSHORE) await learning.importOwnCourse(folder)
  const steps = await onboardingSteps(learning)
  if (steps.length < 3) return
  const common = { finish: null, expired: 'extend', skip_held: true } as const
  const onboarding = await addFlow(
    {
      name: 'Inwerken offshore monteur',
      active: true,
      groups: [],
      definition: { ...common, steps, rules: onboardingRules(steps), repeat_months: null },
    },
    null,
  )
  const others = memberships.filter((one) => !signIns.includes(one))
  await addSecondRound(learning, await addRefresher(steps, common), others)
  const flow = await findFlow(onboarding)
  const members = await underWay(learning, steps[0]!.course, others)
  await db.transaction((trx) => join(trx, flow, members, 'hand', null))
}

/** The ones of its trainings that the company may give. */
async function onboardingSteps(learning: LearningService): Promise<FlowStep[]> {
  const courses = await learning.listCourses()
  const wanted = ['offshore-introductie', 'tillen-en-dragen', 'werken-op-hoogte', 'zekeren-van-gereedschap', 'aan-de-poort']
  return wanted.flatMap((shortname, index) => {
    const course = courses.find((one) => one.shortname === shortname)?.id
    return course === undefined ? [] : [{ key: `s${index + 1}`, course, due_days: index ? 30 : null, optional: false }]
  })
}

/** The first at once, the second two weeks after it, each other one when the previous one is passed. */
const onboardingRules = (steps: readonly FlowStep[]): Rule[] =>
  steps.map(({ key: step }, index): Rule => {
    const other = steps[index - 1]?.key
    if (other === undefined) return { step, type: 'direct' }
    return index === 1 ? { step, type: 'relative', other, when: 'finished', days: 14 } : { step, type: 'status', other, when: 'finished' }
  })

/** From next February, for everybody in the project by then. */
async function addRefresher(steps: readonly FlowStep[], common: { finish: null; expired: 'extend'; skip_held: boolean }): Promise<number> {
  const project = (await (await serviceOf(groupsService))?.list())?.find(({ kind }) => kind === 'project')
  const [first, second] = [steps[1]!, steps[2]!]
  return addFlow(
    {
      ...{ name: 'Jaarlijkse opfrissing', active: true, groups: [] },
      ...(project && { filter: `${GROUP_FILTER}=${project.id}`, filter_name: project.name }),
      definition: {
        ...common,
        steps: [first, second],
        rules: [
          { step: first.key, type: 'date', on: `${Number(today().slice(0, 4)) + 1}-02-01`, mode: 'from' },
          { step: second.key, type: 'relative', other: first.key, when: 'opened', days: 30 },
        ],
        ...{ repeat_months: 12, repeat_from: 'previous_end', repeat_opens: 2 },
      },
    },
    null,
  )
}

/**
 * A person who finished the refresher almost a year ago and is in its second round: one of those who have its first course open, because
 * that course counts. They are on last year's version, whose first course started on another day.
 */
async function addSecondRound(learning: LearningService, refresher: number, memberships: readonly number[]): Promise<void> {
  const { definition } = await findFlow(refresher)
  const finished = addDays(today(), -330)
  const began = addDays(finished, -40)
  const { startsOn, endsOn } = nextRound(definition, finished, null)!
  const company_id = currentCompanyId()
  for (const membership_id of memberships) {
    if (!(await learning.standing(membership_id, definition.steps[0]!.course)).openId) continue
    await db.transaction(async (trx) => {
      const rules = definition.rules.map((rule) => (rule.type === 'date' ? { ...rule, on: began } : rule))
      await trx.from('flows_versions').where('flow_id', refresher).update({ number: 2 })
      const last = { company_id, flow_id: refresher, number: 1, definition: JSON.stringify({ ...definition, rules }) }
      await trx.table('flows_versions').insert(last)
      await trx.from('flows_flows').where('id', refresher).update({ version: 2 })
      await trx.from('flows_people').where('flow_id', refresher).update({ version: 2 })
      // Reuses the round that the project started for them.
      await trx.from('flows_people').where({ flow_id: refresher, membership_id }).delete()
      const round = { company_id, flow_id: refresher, membership_id, version: 1 }
      const rounds: { id: number }[] = await trx
        .table('flows_people')
        .returning('id')
        .multiInsert([
          { ...round, round: 1, origin: 'hand', state: 'passed', joined_on: began, finished_on: finished },
          { ...round, round: 2, origin: 'repeat', state: 'not_started', joined_on: startsOn, ends_on: endsOn, look_on: today() },
        ])
      const [first, second] = rounds.map(({ id }) => id) as [number, number]
      const passed = { state: 'passed', reason: 'done', started_on: began, done_on: finished }
      await trx
        .table('flows_steps')
        .multiInsert(definition.steps.map(({ key }) => ({ company_id, person_id: first, step: key, ...passed })))
      await advance(trx, [second])
    })
    return
  }
}

async function underWay(learning: LearningService, course: number, memberships: readonly number[]): Promise<number[]> {
  const begun: number[] = []
  const passedIt: number[] = []
  for (const id of memberships) {
    const { openId, passed } = await learning.standing(id, course)
    if (openId) begun.push(id)
    else if (passed) passedIt.push(id)
  }
  return [...begun.slice(0, OF_EACH), ...passedIt.slice(0, OF_EACH)]
}
