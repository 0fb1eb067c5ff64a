import type { GradeRow } from '../lists/grades.js'
import type { LaunchRow } from '../lists/launches.js'

export const toLaunch = ({ company_id: _, created_at, ...row }: LaunchRow) => ({ ...row, created_at: created_at.toISOString() })

export const toGrade = ({ company_id: _, happened_at, sent_at, score, ...row }: GradeRow) => ({
  ...row,
  score: score === null ? null : Number(score),
  happened_at: happened_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
})
