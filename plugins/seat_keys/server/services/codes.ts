import { randomInt } from 'node:crypto'

/** Without characters that are easily confused on a card: 0 and O, 1, I and L. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Sixteen of 31 letters are 79 bits, so that nobody finds a key by guessing. */
const LENGTH = 16

const inGroups = (letters: string) => letters.match(/.{1,4}/g)?.join('-') ?? ''

/** A code as it is stored and printed, however somebody typed it: `ABCD-EFGH-JKMN-PQRS`. Pure. */
export const plainCode = (typed: string): string =>
  inGroups(
    typed
      .normalize('NFKC')
      .replaceAll(/[\s.-]/g, '')
      .toUpperCase(),
  )

export const newCode = (): string => inGroups(Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''))
