import type { PersonName } from './full_name.js'

// Dutch and other words between a first and a last name; the official Dutch list has them too (RvIG, table 36).
const INFIX_WORDS = new Set(
  (
    "van von vom vander vanden de der den des het 't 's t ten ter te thoe toe tot in op aan uit uyt over onder bij voor af " +
    "am zu zur zum la le las les lo los du da das dos do di del dela della dei degli d' l' el al af av"
  ).split(' '),
)
/** Words that start a last name and belong to it: "Mohammed bin Salman", "محمد بن سلمان". */
const LASTNAME_WORDS = new Set('bin ibn bint ben abu abd st. saint mac عبد أبو ابو بن ابن بنت آل בן בר'.split(' '))
/** Words that may start a name without a first name, with a capital: "De Vries". */
const FRONT_WORDS = new Set("van von de der den 't ten ter".split(' '))
const SALUTATION = /^(?:dhr|mevr|mevrouw|mw|de heer|heer|mrs|ms|miss|herr|frau|mme|monsieur|madame)\.?\s+(?=\S)/i
/** Titles and generations after a name, such as "Jr." and "MSc". They stay at its end. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|msc|bsc|ba|ma|mba|phd|ph\.d|md|ing|ir|drs|dr|ra|rc|llm|beng|meng)\.?$/i
/** Scripts that write the family name first. Such names are not split. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・·\s]+$/u

const plainWord = (word: string) => word.replace(/[‘’`´]/g, "'").toLowerCase()
const isInfix = (word: string) => INFIX_WORDS.has(plainWord(word))
const isUpper = (word: string) => word !== word.toLowerCase() && word === word.toUpperCase()
/** Whether a word is a last name in capitals, such as "DUPONT" or "BOS", and not initials, such as "J.M." or "JPM". */
const isShouted = (word: string) =>
  /\p{Lu}{3}/u.test(word) && isUpper(word) && !word.includes('.') && /[AEIOUYÀ-Ý]|[^\p{Script=Latin}]/u.test(word)

const joined = (words: readonly string[]) => words.join(' ')
const name = (firstname: string, infix: string, lastname: string): PersonName => ({ firstname, infix: infix || null, lastname })

/** The words of a last name, with the infix in front of it taken off. */
function lastnameOf(firstname: string, words: readonly string[], isCapitalInfix = false): PersonName {
  const end = words.findIndex((word) => !isInfix(word))
  // `d'Ancona`: the infix is part of the word.
  const [, glued, rest] = /^([dl]['’])(\p{Lu}.*)$/u.exec(words[0] ?? '') ?? []
  if (glued && rest) return name(firstname, glued, joined([rest, ...words.slice(1)]))
  const infix = words.slice(0, Math.max(0, end))
  // "Jan Van den Berghe": with a capital it belongs to the last name, as in Belgium. In a name all in capitals this says nothing.
  const isOwn = infix.length > 0 && !isCapitalInfix && infix[0] !== infix[0]!.toLowerCase() && !words.every(isUpper)
  return isOwn ? name(firstname, '', joined(words)) : name(firstname, joined(infix), joined(words.slice(infix.length)))
}

/** "Vries, Jan de", "Vries, de, Jan", "van den Berg, Jan", "Berg, van den". */
function splitAtComma([last = '', ...behind]: readonly string[]): PersonName {
  const given = behind.flatMap((part) => part.split(' '))
  const isAllInfix = (part: string) => part.split(' ').every(isInfix)
  const infixes = behind.filter(isAllInfix)
  const firsts = behind.filter((part) => !isAllInfix(part)).flatMap((part) => part.split(' '))
  if (infixes.length) return name(joined(firsts), joined(infixes), last)
  const start = given.findLastIndex((word) => !isInfix(word)) + 1
  if (start > 0 && start < given.length) return name(joined(given.slice(0, start)), joined(given.slice(start)), last)
  return lastnameOf(joined(given), last.split(' '), true)
}

/** The position where the last name starts, infix included; -1 if no word marks it. */
function startOfLast(words: readonly string[]): number {
  // "Bakker - de Vries".
  const dash = words.findIndex((word) => /^[-–]$/.test(word))
  if (dash > 1) return dash - 1
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      index < words.length - 1 &&
      (isInfix(word) || LASTNAME_WORDS.has(plainWord(word)) || /-(?:van|de|der|den|el)$/i.test(word)),
  )
  if (at > 0) return at
  return words.slice(1).findIndex((word) => /^[dl]['’]\p{Lu}/u.test(word)) + 1 || -1
}

/**
 * The parts of a name that is written as a whole: "Jan van der Berg", "Berg, Jan van der", "DUPONT Jean", "Mevr. A. Bakker-de Vries". One
 * word is one name, and a Chinese, Japanese or Korean name is kept whole. The last of several words is the last name. Pure.
 */
export function splitName(text: string): PersonName {
  const whole = text.normalize('NFC').trim().replace(/\s+/g, ' ').replace(SALUTATION, '')
  if (FAMILY_FIRST.test(whole)) return name(whole, '', '')
  const all = whole.split(/\s*[,،、]\s*/).filter(Boolean)
  const ends = all.slice(1).filter((part) => SUFFIX.test(part))
  const parts = all.filter((part, index) => index === 0 || !SUFFIX.test(part))
  const found = parts.length > 1 ? splitAtComma(parts) : splitWords((parts[0] ?? '').split(' '))
  // "J.M. (Jan) Bakker": the name in use.
  const [, used] = /^(?:\p{L}\.\s?)+ ?\(([^()]+)\)$/u.exec(found.firstname) ?? []
  const firstname = used ?? found.firstname
  const lastname = [found.lastname || (ends.length ? firstname : ''), ...ends].filter(Boolean).join(' ')
  return { ...found, firstname: ends.length && !found.lastname ? '' : firstname, lastname }
}

function splitWords(words: readonly string[]): PersonName {
  if (words.length < 2) return name(joined(words), '', '')
  const shouted = words.filter(isShouted)
  if (shouted.length && !words.every((word) => isUpper(word))) {
    const isCapital = (word: string) => isShouted(word) || (isInfix(word) && isUpper(word))
    const first = words.findIndex(isCapital)
    const end = words.findLastIndex(isCapital) + 1
    const firsts = [...words.slice(0, first), ...words.slice(end)]
    // An infix in small letters belongs to the last name too: "Jan van DIJK".
    const infixAt = firsts.findIndex((word, index) => index > 0 && index < first && isInfix(word))
    if (infixAt < 0) return lastnameOf(joined(firsts), words.slice(first, end), true)
  }
  // "Berg J.M. van den" and "Bakker J.": initials behind the last name.
  const initials = words.findIndex((word, index) => index > 0 && /^(?:\p{Lu}\.)+$/u.test(word))
  if (initials > 0 && words.slice(initials + 1).every(isInfix) && !/\./.test(words[0]!))
    return initials + 1 < words.length
      ? name(words[initials]!, joined(words.slice(initials + 1)), joined(words.slice(0, initials)))
      : lastnameOf(words[initials]!, words.slice(0, initials), true)
  // "De Vries": a last name alone.
  if (FRONT_WORDS.has(plainWord(words[0]!)) || (isInfix(words[0]!) && words[0] === words[0]!.toLowerCase())) {
    const { infix, lastname } = lastnameOf('', words, true)
    if (lastname) return name('', (infix ?? '').toLowerCase(), lastname)
  }
  const start = startOfLast(words)
  const at = start > 0 ? start : words.length - 1
  return lastnameOf(joined(words.slice(0, at)), words.slice(at))
}
