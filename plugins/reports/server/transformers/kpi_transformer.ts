export interface KpiRow {
  new_participants: number
  new_participants_before: number
  enrolled_now: number
  enrolled_before: number
  passed_now: number
  passed_before: number
  total_now: number
  total_before: number
}

export interface BucketRow {
  /** First day, `yyyy-mm-dd`. */
  start: string
  enrolled: number
  passed: number
}

/** A number and what it was one period earlier. */
export interface Kpi {
  value: number
  before: number
}

/** Specification, section 9. `enrollments` counts all until now; the others what is new in the period. */
export interface Kpis {
  new_participants: Kpi
  new_enrollments: Kpi
  passed_participants: Kpi
  enrollments: Kpi
}

export function toKpis(row: KpiRow): Kpis {
  return {
    new_participants: { value: row.new_participants, before: row.new_participants_before },
    new_enrollments: { value: row.enrolled_now, before: row.enrolled_before },
    passed_participants: { value: row.passed_now, before: row.passed_before },
    enrollments: { value: row.total_now, before: row.total_before },
  }
}
