/** The parts of a person's name. A first name or a last name alone is enough; the infix ("van der") is between them. */
export interface PersonName {
  firstname: string
  infix: string | null
  lastname: string
}
/** The name in a request. Without `infix`, for callers that do not know it, the person's infix is unchanged. */
export interface GivenName extends Omit<PersonName, 'infix'> {
  infix?: string | null | undefined
}
/** The same for a person who may have been erased: then the parts are null. */
type MaybeName = { [K in keyof PersonName]: PersonName[K] | null }

/** A person's name as it is displayed; the database's `core_full_name` in TypeScript. Empty without a name. Pure. */
export function fullName({ firstname, infix, lastname }: MaybeName): string {
  const isJoined = /['’]$/.test(infix ?? '')
  return `${[firstname, infix].filter(Boolean).join(' ')}${isJoined ? '' : ' '}${lastname ?? ''}`.trim()
}

/** The infix for a last name: null if the last name starts with it, as systems without a field for it write it. Pure. */
export const infixBeside = (infix: string | null, lastname: string): string | null =>
  infix && lastname.toLowerCase().startsWith(`${infix.toLowerCase()} `) ? null : infix

/** Problems of a typed name: without any name both fields are invalid, with the codes of specification, section 5. Pure. */
export const nameProblems = ({ firstname, lastname }: Pick<PersonName, 'firstname' | 'lastname'>): { field: string; rule: string }[] =>
  firstname.trim() || lastname.trim()
    ? []
    : [
        { field: 'firstname', rule: 'firstname_mandatory' },
        { field: 'lastname', rule: 'lastname_mandatory' },
      ]
