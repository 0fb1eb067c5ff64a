import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Infer } from '@vinejs/vine/types'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { orUniqueError, saveFrom, versionOf } from '#core/kit/database'
import { today } from '#core/kit/days'
import { currentCompanyId, inChosenCompany, inCompanyOfRow, type Session } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import type { CourseSummary } from '#plugins/learning/contract/index'
import { LINK_KINDS } from '../../kinds.js'
import type { entranceChangeValidator, projectValidator } from '../validators/direct_access.js'
import { MIN_CODE_LENGTH, newCode, newToken, plainCode } from './codes.js'
import { ENTRANCES, type EntranceRow, VISITS, learning } from './entrances.js'
import { countLacking } from './lacking.js'
import { skillOptions, assertAskable, saveRequiredSkills } from './requirements.js'
import { STATUS_SQL } from './visit_status.js'

const UNIQUE = { direct_access_entrances_name: 'name' }
const MOST_PROJECTS = 500

export interface ManagedEntrance extends EntranceRow {
  version: string
  /** Skills that a project requires. */
  skill_ids: number[]
  /** The URL of the link and its QR code. */
  link: string
  /** The number of visitors. */
  done: number
  busy: number
  waiting: number
}

/** Entrances with their number of visitors, in the running scope. */
const entrances = (client: Pick<TransactionClientContract, 'from'> = db) => {
  const count = (status: string) =>
    db.raw(
      `(select count(*)::int from ${VISITS} v where v.company_id = e.company_id and v.entrance_id = e.id and ${STATUS_SQL} = ?) as ${status}`,
      [today(), status],
    )
  return client
    .from(`${ENTRANCES} as e`)
    .select(
      'e.*',
      db.raw(
        `array(select r.skill_id from direct_access_requirements r where r.company_id = e.company_id and r.entrance_id = e.id order by r.id) as skill_ids`,
      ),
    )
    .select(db.raw(`${versionOf('e.updated_at')} as version`), count('done'), count('busy'), count('waiting'))
}

const withLink = async (row: Omit<ManagedEntrance, 'link'>): Promise<ManagedEntrance> => ({
  ...row,
  link: await platformUrl(`/toegang/${row.token}`),
})

export interface Managed {
  company: { id: number; name: string }
  links: ManagedEntrance[]
  projects: ManagedEntrance[]
  courses: CourseSummary[]
  skills: { id: number; name: string }[]
}

/** A company's direct access, its projects and the courses to choose from. @throws AppError 404 for a company this person cannot access */
export const showManaged = (session: Session, company: number): Promise<Managed> =>
  inChosenCompany(session, { company, reason: 'direct_access.entrances' }, async () => {
    await makeLinks()
    const [{ id, name }, courses, links, projects] = await Promise.all([
      ownCompany(),
      (await learning()).listCourses(),
      entrances()
        .whereNot('e.kind', 'project')
        .orderByRaw('array_position(?::text[], e.kind)', [[...LINK_KINDS]]),
      entrances().where('e.kind', 'project').orderBy('e.is_open', 'desc').orderBy('e.id', 'desc').limit(MOST_PROJECTS),
    ])
    return {
      company: { id, name },
      courses,
      skills: await skillOptions(),
      links: await Promise.all(links.map(withLink)),
      projects: await Promise.all(projects.map(withLink)),
    }
  })

/** Creates one closed entrance of each kind for the running company, on first use. */
async function makeLinks(): Promise<void> {
  const rows = LINK_KINDS.map((kind) => ({ company_id: currentCompanyId(), kind, token: newToken(), code: newCode() }))
  await db.knexQuery().table(ENTRANCES).insert(rows).onConflict().ignore()
}

/** @throws AppError 404 */
async function find(id: string | number, trx?: TransactionClientContract): Promise<ManagedEntrance> {
  const row = await entrances(trx).where('e.id', id).first()
  if (!row) throw notFound()
  return withLink(row)
}

const at = <T>(session: Session, id: string, what: string, fn: () => Promise<T>) =>
  inCompanyOfRow(session, { table: ENTRANCES, id, reason: `direct_access.${what}` }, fn)

export interface ShownEntrance {
  entrance: ManagedEntrance
  courses: CourseSummary[]
  skills: { id: number; name: string }[]
  company: { id: number; name: string }
  /** People with a valid instruction who lack a required skill today; null if no skill is required. */
  lacking: number | null
}

async function shown(id: string | number): Promise<ShownEntrance> {
  const entrance = await find(id)
  return {
    entrance,
    courses: await (await learning()).listCourses(),
    skills: await skillOptions(),
    company: await ownCompany(),
    lacking: await countLacking(entrance),
  }
}

/** @throws AppError 404 */
export const showEntrance = (session: Session, id: string) => at(session, id, 'show', () => shown(id))

/**
 * Adds a project, which is open immediately. @throws AppError 404; 422 at `name` (unique), `course_ids` (enum, one_course,
 * not_an_instruction, needs_computer), `skill_ids` (enum)
 */
export const addProject = (session: Session, company: number, input: Infer<typeof projectValidator>): Promise<ShownEntrance> =>
  inChosenCompany(session, { company, reason: 'direct_access.project' }, async () => {
    await checkCourses('project', input.course_ids, [])
    const { skill_ids: skills = [] } = input
    await assertAskable(skills, [])
    const row = {
      ...{ kind: 'project', is_open: true, token: newToken(), company_id: currentCompanyId() },
      ...{ name: input.name, valid_for: input.valid_for, valid_unit: input.valid_unit, course_ids: JSON.stringify(input.course_ids) },
      ...endOf(input, { ends_on: null, erase_months: null }),
    }
    const id = await orUniqueError(UNIQUE, () =>
      db.transaction(async (trx) => {
        const [made] = await trx.table(ENTRANCES).insert(row).returning('id')
        await saveRequiredSkills(trx, made.id, skills)
        return made.id as number
      }),
    )
    return shown(id)
  })

/**
 * Changes the settings of an entrance for new visitors. People keep their course, and completed instructions keep their last day.
 * @throws AppError 404; 409 changed_meanwhile; 422 as addProject, and at `code` (short_code), `is_open` (no_course)
 */
export const changeEntrance = (session: Session, id: string, { updated_at: version, ...input }: Infer<typeof entranceChangeValidator>) =>
  at(session, id, 'change', async () => {
    const before = await find(id)
    await checkCourses(before.kind, input.course_ids, before.course_ids)
    const skills = before.kind === 'project' ? (input.skill_ids ?? before.skill_ids) : []
    await assertAskable(skills, before.skill_ids)
    if (input.is_open && !input.course_ids.length) throw invalid('course_ids', 'no_course')
    const values = { is_open: input.is_open, course_ids: JSON.stringify(input.course_ids), ...ownFields(before, input) }
    const current = async (trx: TransactionClientContract) => ({ ...(await find(id, trx)) })
    await orUniqueError(UNIQUE, () =>
      saveFrom({ table: ENTRANCES, id, version, sent: input, current }, async (trx) => {
        await trx.from(ENTRANCES).where('id', id).update(values)
        await saveRequiredSkills(trx, Number(id), skills)
      }),
    )
    return shown(id)
  })

/** Fields that only a project has, or only direct access. */
function ownFields(before: EntranceRow, input: Omit<Infer<typeof entranceChangeValidator>, 'updated_at'>) {
  const { name, valid_for, valid_unit, code } = input
  if (before.kind === 'project') {
    if (!name) throw invalid('name', 'required')
    if (!valid_for || !valid_unit) throw invalid('valid_for', 'required')
    return { name, valid_for, valid_unit, ...endOf(input, before) }
  }
  const plain = plainCode(code ?? '')
  if (plain.length < MIN_CODE_LENGTH || !/^[\p{L}\p{N}]+$/u.test(plain)) throw invalid('code', 'short_code')
  return { code: plain }
}

/** The end of a project, and when the data about its visitors is erased: only if there is an end. Omitted fields do not change. */
function endOf(
  input: Pick<Infer<typeof projectValidator>, 'ends_on' | 'erase_months'>,
  before: Pick<EntranceRow, 'ends_on' | 'erase_months'>,
) {
  const ends = input.ends_on === undefined ? before.ends_on : input.ends_on
  const months = input.erase_months === undefined ? before.erase_months : input.erase_months
  return { ends_on: ends, erase_months: ends ? months : null }
}

/** Courses that were chosen before are accepted, whatever their current status. */
async function checkCourses(kind: EntranceRow['kind'], ids: readonly number[], before: readonly number[]): Promise<void> {
  const known = new Map((await (await learning()).listCourses()).map((course) => [course.id, course]))
  if (kind === 'project' && ids.length !== 1) throw invalid('course_ids', 'one_course')
  for (const id of ids.filter((one) => !before.includes(one))) {
    const course = known.get(id)
    if (!course) throw invalid('course_ids', 'enum')
    if (kind !== 'project') continue
    if (!course.isProjectInstruction) throw invalid('course_ids', 'not_an_instruction')
    // A quiz does not start on a phone (specification, section 4), and at a gate people only have a phone.
    if (course.needsComputer) throw invalid('course_ids', 'needs_computer')
  }
}

/** Replaces the link, and the code if there is one: the old ones stop working wherever they are posted. @throws AppError 404 */
export const renewEntrance = (session: Session, id: string) =>
  at(session, id, 'renew', async () => {
    const { kind } = await find(id)
    const values = { token: newToken(), ...(kind !== 'project' && { code: newCode() }), updated_at: new Date() }
    if (!(await db.from(ENTRANCES).where('id', id).update(values))) throw conflict('changed_meanwhile')
    return shown(id)
  })
