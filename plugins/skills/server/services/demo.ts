import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { addSkill } from './skill_service.js'

interface DemoSkill {
  name: string
  text: string
  /** For external courses. A skill from a course is valid as long as the course says. */
  months?: number
  /** A renewal within this many months before the end keeps its date. */
  renew?: number
  course?: string
  externals?: string[]
  /** External courses that only renew it. */
  refreshers?: string[]
  /** Required of everybody, or of the group with this name. */
  of?: 'everybody' | string
  /** New people have this many months, with a mentor who has the skill of this name, which is earlier in the list. */
  starters?: number
  mentor?: string
  /** The course whose exam leads to it. */
  exam?: string
  /** Names of earlier skills that satisfy it. */
  by?: string[]
}

export const SKILLS: readonly DemoSkill[] = [
  { name: 'BHV', text: 'Bedrijfshulpverlener, elk jaar herhalen.', months: 12, externals: ['BHV', 'BHV herhaling'], of: 'IJmuiden' },
  { name: 'VIL-VCU', text: 'Veiligheid voor intercedenten en leidinggevenden.', months: 120, externals: ['VIL-VCU'] },
  { name: 'VOL-VCA', text: 'Veiligheid voor operationeel leidinggevenden.', months: 120, externals: ['VOL-VCA'] },
  {
    name: 'B-VCA',
    text: 'Basisveiligheid, diploma van een erkend examencentrum.',
    months: 120,
    externals: ['B-VCA', 'VCA Basis'],
    of: 'everybody',
    by: ['VOL-VCA', 'VIL-VCU'],
    ...{ starters: 3, mentor: 'VOL-VCA', exam: 'vca-basis' },
  },
  { name: 'GPI', text: 'Generieke poortinstructie, elk jaar herhalen.', months: 12, externals: ['GPI'] },
  { name: 'Werken op hoogte', text: 'Ladders, steigers en valbeveiliging.', course: 'werken-op-hoogte', of: 'everybody' },
  { name: 'Tillen en dragen', text: 'Zwaar werk zonder klachten.', course: 'tillen-en-dragen', of: 'Onderhoud' },
  { name: 'Heftruck', text: 'Zelfstandig rijden met een heftruck.', months: 60, externals: ['Heftruckcertificaat'], of: 'Eemshaven' },
  { name: 'Offshore introductie', text: 'Nodig voor elke overtocht.', course: 'offshore-introductie', of: 'Den Helder' },
  {
    name: 'GWO Working at Heights',
    text: 'Module van GWO BST. Vernieuw in de laatste twee maanden, dan blijft de datum staan.',
    ...{ months: 24, renew: 2, externals: ['GWO Working at Heights'], refreshers: ['GWO Working at Heights Refresher'], of: 'Den Helder' },
  },
  {
    name: 'GWO Sea Survival',
    text: 'Module van GWO BST. Vernieuw in de laatste twee maanden, dan blijft de datum staan.',
    ...{ months: 24, renew: 2, externals: ['GWO Sea Survival'], refreshers: ['GWO Sea Survival Refresher'], of: 'Den Helder' },
  },
  { name: 'Hoogwerker', text: 'Bedienen van een hoogwerker.', months: 60, externals: ['Hoogwerker'] },
  { name: 'EHBO', text: 'Eerste hulp bij ongelukken.', months: 24, externals: ['EHBO'] },
]

/** Skills of a trade, some required of everybody and some of a group. Idempotent. */
export async function loadDemo({ signIns, memberships }: { signIns: readonly number[]; memberships: readonly number[] }): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning || (await db.from('skills_skills').first())) return
  const courses = new Map((await learning.offers()).map((offer) => [offer.shortname, offer]))
  const made = new Map<string, number>()
  const groups = new Map((await (await serviceOf(groupsService))?.list())?.map(({ name, id }) => [name, id]))
  for (const {
    name,
    text,
    months = null,
    renew = null,
    course,
    externals = [],
    refreshers = [],
    of,
    by = [],
    starters = null,
    mentor,
    exam,
  } of SKILLS) {
    const [gives, group] = [course && courses.get(course), of && groups.get(of)]
    const id = await addSkill({
      name,
      text,
      valid_months: gives ? gives.certificateValidMonths : months,
      renew_months: renew,
      starter_months: starters,
      exam_course: (exam && courses.get(exam)?.courseId) || null,
      mentor_skill: (mentor && made.get(mentor)) || null,
      courses: gives ? [gives.courseId] : [],
      externals,
      refresher_externals: refreshers,
      everybody: of === 'everybody',
      groups: group ? [group] : [],
      implied_by: by.flatMap((other) => made.get(other) ?? []),
    })
    made.set(name, id)
  }
  // A person with VOL-VCA (demo of external courses) guides one without B-VCA.
  const [mentor, starter] = [[...signIns, ...memberships][1], memberships.filter((id) => !signIns.includes(id)).at(-1)]
  const guided = made.get('B-VCA')
  if (!mentor || !starter || !guided || mentor === starter) return
  const names = { membership_id: starter, mentor_membership_id: mentor, skill_id: guided, company_id: currentCompanyId() }
  await db.table('skills_mentors').insert(names)
}
