import { textIn } from '#core/kit/words'
import type { UsedCourseRow } from '../lists/used_courses.js'

/** A course that a company may give, with how many of its people have it. */
export interface UsedCourse {
  id: number
  name: string
  shortname: string
  sector: string
  type: string
  languages: string[]
  duration: number
  people: number
  passed: number
  /** The company's own, not the platform's. */
  own: boolean
}

/** @param language of who reads it */
export const toUsedCourse = (row: UsedCourseRow, language: string): UsedCourse => ({
  id: row.course_id,
  name: textIn(row.name, language) || row.shortname,
  shortname: row.shortname,
  sector: row.sector,
  type: row.type,
  languages: row.languages,
  duration: row.duration_minutes,
  people: row.people,
  passed: row.passed,
  own: row.company_id !== null,
})
