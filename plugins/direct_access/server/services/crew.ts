import db from '@adonisjs/lucid/services/db'
import type { Infer } from '@vinejs/vine/types'
import { DateTime } from 'luxon'
import { invalid, notFound } from '#core/contract/errors'
import { type Day, PLATFORM_ZONE } from '#core/kit/days'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import { skillsService } from '#plugins/skills/contract/index'
import type { crewValidator } from '../validators/direct_access.js'
import { ENTRANCES, type EntranceRow, VISITS } from './entrances.js'
import { type Check, checksOf } from './requirements.js'

/** A person of the crew. */
export interface CrewMember {
  id: number
  name: string
  /** All requirements of the project are met on that day. */
  ready: boolean
  checks: Check[]
}

/** The fastest way to a skill that people of the crew lack. */
export interface Way {
  skill: number
  name: string
  /** People who lack it and have no seat at its exam yet. */
  members: number[]
  /** People who lack it and have a seat, with its time (ISO 8601). */
  entered: { name: string; at: string }[]
  /** The soonest exam with seats for all of them, else for one of them. `late`: not before the day of the crew. */
  seat: { course: number; course_name: string; moment: number; starts_at: string; city: string; seats_left: number; late: boolean } | null
  /** The e-learning course that gives it. */
  course: { id: number; name: string } | null
}

export interface Crew {
  people: CrewMember[]
  /** Lines that match nobody, or several people. */
  unknown: string[]
  several: string[]
  ways: Way[]
  /** Path of the instruction. */
  link: string
}

/** People of one crew. */
const MAX_PEOPLE = 200

interface Found {
  typed: string
  id: number
  name: string
}

/** Finds people by names and addresses, one per line. In the running scope. */
async function read(typed: readonly string[]): Promise<{ found: Found[]; unknown: string[]; several: string[] }> {
  if (!typed.length) return { found: [], unknown: [], several: [] }
  // Two joins by equality: one join with "or" would compare every line with every person.
  const { rows } = await db.rawQuery<{ rows: Found[] }>(
    `with lines as (select unnest(?::text[]) as typed),
     people as (select id, email, full_name, sort_name from kit_members where role = 'leerling' and state in ('active', 'invited')),
     found as (
       select t.typed, m.id from lines t join people m on lower(m.email::text) = lower(t.typed)
       union
       select t.typed, m.id from lines t join people m on search_key(m.full_name) = search_key(t.typed))
     select f.typed, m.id, m.full_name as name from found f join people m on m.id = f.id order by m.sort_name, m.id`,
    [[...typed]] as never,
  )
  const countOf = (line: string) => rows.filter((row) => row.typed === line).length
  return {
    found: rows.filter((row) => countOf(row.typed) === 1),
    unknown: typed.filter((line) => countOf(line) === 0),
    several: typed.filter((line) => countOf(line) > 1),
  }
}

/** Active people who came to a project, up to as many as a crew may have. */
async function knownAt(project: number): Promise<number[]> {
  const rows: { id: number }[] = await db
    .from(VISITS)
    .join('kit_members as m', 'm.id', 'direct_access_visits.membership_id')
    .where('entrance_id', project)
    .where('m.status', 'active')
    .distinct('m.id')
    .orderBy('m.id')
    .limit(MAX_PEOPLE)
    .select('m.id')
  return rows.map(({ id }) => id)
}

/**
 * Checks a crew for a project on a day: who meets all requirements, who lacks what, and the fastest way to it. Changes nothing. Without
 * people: everybody who came to this project.
 * @throws AppError 404 for a project or a person that the company does not have; 422 on `typed`: too_many
 */
export function checkCrew(session: Session, id: string, { day, members, typed }: Infer<typeof crewValidator>): Promise<Crew> {
  return inCompanyOfRow(session, { table: ENTRANCES, id, reason: 'direct_access.crew' }, async () => {
    const project: EntranceRow | null = await db.from(ENTRANCES).where({ id, kind: 'project' }).first()
    if (!project) throw notFound()
    const lines = [...new Set(typed.split(/[\n;]+/).map((line) => line.trim().replace(/,$/, '')))].filter(Boolean)
    if (lines.length > MAX_PEOPLE) throw invalid('typed', 'too_many')
    const { found, unknown, several } = await read(lines)
    const asked = members.length || lines.length ? members : await knownAt(project.id)
    const chosen: { id: number; name: string }[] = await db
      .from('kit_members')
      .whereIn('id', asked)
      .where('role', 'leerling')
      .select('id', 'full_name as name')
    if (asked === members && chosen.length < members.length) throw notFound()
    const names = new Map([...chosen, ...found].map((one) => [one.id, one.name]))
    const checks = await checksOf(project, [...names.keys()], day)
    const people = [...names].map(([member, name]): CrewMember => {
      const own = checks.get(member) ?? []
      return { id: member, name, ready: own.every(({ ok }) => ok), checks: own }
    })
    return {
      people: people.sort((a, b) => Number(a.ready) - Number(b.ready) || a.name.localeCompare(b.name, session.row.language)),
      ...{ unknown, several, ways: await waysFor(people, day, session.row.language) },
      link: await platformUrl(`/toegang/${project.token}`),
    }
  })
}

async function waysFor(people: readonly CrewMember[], day: Day, language: string): Promise<Way[]> {
  const lacking = new Map<number, { name: string; members: number[] }>()
  for (const { id, checks } of people)
    for (const { skill, name, ok } of checks)
      if (skill !== null && !ok) lacking.set(skill, { name: name ?? '', members: [...(lacking.get(skill)?.members ?? []), id] })
  if (!lacking.size) return []
  const known = (await (await serviceOf(skillsService))?.waysTo([...lacking.keys()])) ?? []
  const courses = new Map((await (await serviceOf(learningService))?.listCourses())?.map(({ id, name }) => [id, textIn(name, language)]))
  const exams = await serviceOf(examsService)
  const ways: Way[] = []
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  for (const [skill, { name, members: all }] of lacking) {
    const way = known.find(({ skillId }) => skillId === skill)
    const exam = way?.examCourseId ?? null
    const seats = exam === null ? undefined : await exams?.upcomingEntries(exam, all)
    const entered = all.flatMap((id) => (seats?.has(id) ? [{ name: nameOf.get(id) ?? '', at: seats.get(id)! }] : []))
    const members = all.filter((id) => !seats?.has(id))
    const free =
      exam !== null && courses.has(exam) ? ((await exams?.moments({ courseId: exam })) ?? []).filter((one) => one.seatsLeft > 0) : []
    const moment = free.find(({ seatsLeft }) => seatsLeft >= members.length) ?? free[0]
    const course = way?.courseIds.find((one) => courses.has(one))
    ways.push({
      ...{ skill, name, members, entered },
      seat:
        moment && members.length
          ? {
              ...{ course: moment.courseId, course_name: courses.get(moment.courseId) ?? '', moment: moment.id },
              ...{ starts_at: moment.startsAt, city: moment.city, seats_left: moment.seatsLeft },
              late: DateTime.fromISO(moment.startsAt, { zone: PLATFORM_ZONE }).toISODate()! >= day,
            }
          : null,
      course: course === undefined ? null : { id: course, name: courses.get(course)! },
    })
  }
  return ways
}
