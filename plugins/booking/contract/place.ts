import type { ExamMoment } from '#plugins/exams/contract/index'

/** Returns the place of an exam, in one line. The city is left out if the address ends with it. */
export function placeOf({ location, address, city }: Pick<ExamMoment, 'location' | 'address' | 'city'>): string {
  const isSaid = address.trim().toLowerCase().endsWith(city.trim().toLowerCase())
  return [location, address, !isSaid && city].filter(Boolean).join(', ')
}
