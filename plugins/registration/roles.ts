/** Whom `/sign-up/{role}` is for, in the words that an address may use (specification, section 2). */
const ROLES: Readonly<Partial<Record<string, 'leerling' | 'beheerder'>>> = {
  leerling: 'leerling',
  beheerder: 'beheerder',
  participant: 'leerling',
  administrator: 'beheerder',
}

/** The role that an address asks for: a participant's where it names none; undefined where it names what is no role. */
export const roleAsked = (role: string | undefined): 'leerling' | 'beheerder' | undefined =>
  role === undefined ? 'leerling' : Object.hasOwn(ROLES, role) ? ROLES[role] : undefined
