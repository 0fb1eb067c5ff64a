/** The roles of `/sign-up/{role}`, in the words that an address may use (specification, section 2). */
const ROLES: Readonly<Partial<Record<string, 'leerling' | 'beheerder'>>> = {
  leerling: 'leerling',
  beheerder: 'beheerder',
  participant: 'leerling',
  administrator: 'beheerder',
}

/** The role in an address: participant when it names none; undefined for an unknown role. */
export const requestedRole = (role: string | undefined): 'leerling' | 'beheerder' | undefined =>
  role === undefined ? 'leerling' : Object.hasOwn(ROLES, role) ? ROLES[role] : undefined
