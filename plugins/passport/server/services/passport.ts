import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import type { ServiceToken } from '#core/contract/services'
import { ownCompany } from '#core/kit/companies'
import { type Day, today } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { skillsService } from '#plugins/skills/contract/index'
import {
  certificateLines,
  instructionLines,
  meetingLines,
  outsideLines,
  PASSPORT_PARTS,
  type PassportLine,
  type PassportPart,
  type PassportSource,
} from '../../contract/index.js'
import type { PassportLanguage } from '../words.js'
import { isMedical } from './medical.js'

/** Lines per part. Older ones are left out. */
const MAX_LINES = 60

const SOURCES: Record<Exclude<PassportPart, 'skills'>, ServiceToken<PassportSource>> = {
  certificates: certificateLines,
  outside: outsideLines,
  instructions: instructionLines,
  meetings: meetingLines,
}

export interface ShownLine extends Omit<PassportLine, 'name'> {
  name: string
  valid: boolean
}

export interface Passport {
  person: string
  company: string
  /** The day that the passport is for. */
  day: Day
  parts: { part: PassportPart; lines: ShownLine[] }[]
}

/**
 * A member's safety passport today, without medical data. Runs in the scope of their company.
 * @param only `valid`: without expired lines
 * @throws AppError 404 for no member of the company
 */
export async function passportOf(membershipId: number, language: PassportLanguage, only: 'valid' | 'all'): Promise<Passport> {
  const person: { full_name: string } | null = await db.from('kit_members').where('id', membershipId).select('full_name').first()
  if (!person) throw notFound()
  const day = today()
  const parts: Passport['parts'] = []
  for (const part of PASSPORT_PARTS) {
    const found =
      part === 'skills' ? await skillLines(membershipId, day) : ((await (await serviceOf(SOURCES[part]))?.lines(membershipId)) ?? [])
    const lines = found
      .map(({ name, ...line }): ShownLine => {
        const text = typeof name === 'string' ? name : textIn(name, language)
        return { ...line, name: text, valid: line.until === null || line.until >= day }
      })
      .filter(({ name, valid }) => !isMedical(name) && (only === 'all' || valid))
      .slice(0, MAX_LINES)
    if (lines.length) parts.push({ part, lines })
  }
  return { person: person.full_name, company: (await ownCompany()).name, day, parts }
}

/** The company's skills that the person holds today. */
async function skillLines(membershipId: number, day: Day): Promise<PassportLine[]> {
  const skills = await serviceOf(skillsService)
  const known = (await skills?.skills()) ?? []
  const standing =
    (await skills?.standing(
      [membershipId],
      known.map(({ id }) => id),
      day,
    )) ?? []
  return standing.filter(({ held }) => held).map(({ name, validUntil }) => ({ name, detail: '', from: null, until: validUntil }))
}
