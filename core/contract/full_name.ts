/** A person's name as it is shown; one name is enough. Pure. */
export const fullName = ({ firstname, lastname }: { firstname: string; lastname: string }): string => `${firstname} ${lastname}`.trim()
