import type { Holders } from '../following/holders.js'

/** Returns the people who have a course already, with the names of the first few. @param courses that the user may assign */
export function toHolders({ people, complete, first }: Holders, courses: readonly { id: number; name: string }[]) {
  const names = new Map(courses.map(({ id, name }) => [id, name]))
  return {
    people,
    complete,
    first: first.map(({ membershipId, name, courseId, open, certificate }) => ({
      ...{ membership: membershipId, name, course: names.get(courseId) ?? '', open },
      certificate: certificate !== null,
      /** The last valid day; null: no end, or no certificate. */
      valid_until: certificate?.until ?? null,
    })),
  }
}
export type HoldersView = ReturnType<typeof toHolders>
