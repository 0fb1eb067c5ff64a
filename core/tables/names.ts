/** A Dutch last name with what stands before it (“van der”, “d’”), which lists of people keep in a column of its own. Pure. */
export const withInfix = (infix: string, lastname: string): string =>
  infix && lastname ? `${infix}${/['’]$/.test(infix) ? '' : ' '}${lastname}` : infix || lastname
