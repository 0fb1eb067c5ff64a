/** What a person is called. A first name or a last name alone is enough; the infix ("van der") stands between them. */
export interface PersonName {
  firstname: string
  infix: string | null
  lastname: string
}
/** A name that somebody gives. Without `infix`, as callers send it who know of none, that of the person stays as it is. */
export interface GivenName extends Omit<PersonName, 'infix'> {
  infix?: string | null | undefined
}
/** The same of somebody who may be gone: then nothing is known. */
type MaybeName = { [K in keyof PersonName]: PersonName[K] | null }

/** A person's name as it is shown, `core_full_name` of the database in TypeScript. Empty without a name. Pure. */
export function fullName({ firstname, infix, lastname }: MaybeName): string {
  const isJoined = /['’]$/.test(infix ?? '')
  return `${[firstname, infix].filter(Boolean).join(' ')}${isJoined ? '' : ' '}${lastname ?? ''}`.trim()
}

/** The infix beside a last name: null where the last name begins with it, as systems without a field for it write it. Pure. */
export const infixBeside = (infix: string | null, lastname: string): string | null =>
  infix && lastname.toLowerCase().startsWith(`${infix.toLowerCase()} `) ? null : infix

/** Problems of a name that somebody typed: without any name both fields are wrong, by the codes of specification, section 5. Pure. */
export const nameProblems = ({ firstname, lastname }: Pick<PersonName, 'firstname' | 'lastname'>): { field: string; rule: string }[] =>
  firstname.trim() || lastname.trim()
    ? []
    : [
        { field: 'firstname', rule: 'firstname_mandatory' },
        { field: 'lastname', rule: 'lastname_mandatory' },
      ]
