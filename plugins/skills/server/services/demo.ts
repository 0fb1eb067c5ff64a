import db from '@adonisjs/lucid/services/db'
import { serviceOf } from '#core/kit/services'
import { groupsService } from '#plugins/groups/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { addSkill } from './skill_service.js'

interface DemoSkill {
  name: string
  text: string
  months: number | null
  course?: string
  externals?: string[]
  /** Required of everybody, or of the group with this name. */
  of?: 'everybody' | string
}

const SKILLS: readonly DemoSkill[] = [
  { name: 'BHV', text: 'Bedrijfshulpverlener, elk jaar herhalen.', months: 12, externals: ['BHV', 'BHV herhaling'], of: 'IJmuiden' },
  {
    name: 'VCA Basis',
    text: 'Basisveiligheid, diploma van een erkend examencentrum.',
    months: 120,
    externals: ['VCA Basis'],
    of: 'everybody',
  },
  { name: 'VCA VOL', text: 'Veiligheid voor operationeel leidinggevenden.', months: 120, externals: ['VCA VOL'] },
  { name: 'Werken op hoogte', text: 'Ladders, steigers en valbeveiliging.', months: 24, course: 'werken-op-hoogte', of: 'everybody' },
  { name: 'Tillen en dragen', text: 'Zwaar werk zonder klachten.', months: 36, course: 'tillen-en-dragen', of: 'Onderhoud' },
  { name: 'Heftruck', text: 'Zelfstandig rijden met een heftruck.', months: 60, externals: ['Heftruckcertificaat'], of: 'Eemshaven' },
  { name: 'Offshore introductie', text: 'Nodig voor elke overtocht.', months: 24, course: 'offshore-introductie', of: 'Den Helder' },
  { name: 'Hoogwerker', text: 'Bedienen van een hoogwerker.', months: 60, externals: ['Hoogwerker'] },
  { name: 'EHBO', text: 'Eerste hulp bij ongelukken.', months: 24, externals: ['EHBO'] },
]

/** Skills of a trade, some required of everybody and some of a group. Doing it twice changes nothing. */
export async function loadDemo(): Promise<void> {
  const learning = await serviceOf(learningService)
  if (!learning || (await db.from('skills_skills').first())) return
  const courses = new Map((await learning.listCourses()).map(({ shortname, id }) => [shortname, id]))
  const groups = new Map((await (await serviceOf(groupsService))?.list())?.map(({ name, id }) => [name, id]))
  for (const { name, text, months, course, externals = [], of } of SKILLS) {
    const [gives, group] = [course && courses.get(course), of && groups.get(of)]
    await addSkill({
      name,
      text,
      valid_months: months,
      courses: gives ? [gives] : [],
      externals,
      everybody: of === 'everybody',
      groups: group ? [group] : [],
    })
  }
}
