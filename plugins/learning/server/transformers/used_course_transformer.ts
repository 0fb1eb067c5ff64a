import { textIn } from '#core/kit/words'
import type { UsedCourseRow } from '../lists/used_courses.js'

/** A course that a company may assign, with how many of its people have it. */
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
  /** A course of the company, not of the platform. */
  own: boolean
}

/** @param language of the reader */
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
