/** A last name with its Dutch infix (“van der”, “d’”) in front. Lists of people often keep the infix in a separate column. Pure. */
export const withInfix = (infix: string, lastname: string): string =>
  infix && lastname ? `${infix}${/['’]$/.test(infix) ? '' : ' '}${lastname}` : infix || lastname
