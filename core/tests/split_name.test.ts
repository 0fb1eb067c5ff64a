import { describe, expect, it } from 'vitest'
import { fullName } from '../contract/full_name.js'
import { splitName } from '../contract/split_name.js'

/** First name | infix | last name. */
const parts = (text: string) => {
  const { firstname, infix, lastname } = splitName(text)
  return [firstname, infix ?? '', lastname].join('|')
}

describe('a name written as a whole is split', () => {
  it.each([
    ['Jan Bakker', 'Jan||Bakker'],
    ['Jan Willem Bakker', 'Jan Willem||Bakker'],
    ['Jan de Vries', 'Jan|de|Vries'],
    ['José van der Müller', 'José|van der|Müller'],
    ["Kees van 't Hof", "Kees|van 't|Hof"],
    ['Kees in ’t Veld', 'Kees|in ’t|Veld'],
    ["Zoë d'Ancona", "Zoë|d'|Ancona"],
    ['Ahmed el Amrani', 'Ahmed|el|Amrani'],
    ['Anaïs O’Brien', 'Anaïs||O’Brien'],
    ['João da Silva', 'João|da|Silva'],
    ['J.M. van den Berg', 'J.M.|van den|Berg'],
    ['J.M. (Jan) van den Berg', 'Jan|van den|Berg'],
    ['Mevr. A. Bakker', 'A.||Bakker'],
    ['dhr P. de Boer', 'P.|de|Boer'],
    ['Anna Bakker-de Vries', 'Anna||Bakker-de Vries'],
    ['Anna Bakker - de Vries', 'Anna||Bakker - de Vries'],
    ['Anna van Dijk-de Vries', 'Anna|van|Dijk-de Vries'],
    ['Jan Van den Berghe', 'Jan||Van den Berghe'],
    ['JAN VAN DEN BERG', 'JAN|VAN DEN|BERG'],
    ['Mohammed bin Salman', 'Mohammed||bin Salman'],
  ])('%s, in the order of speaking', (text, expected) => expect(parts(text)).toBe(expected))

  it.each([
    ['Bakker, Jan', 'Jan||Bakker'],
    ['Vries, Jan de', 'Jan|de|Vries'],
    ['de Vries, Jan', 'Jan|de|Vries'],
    ['Berg, van den, Jan Willem', 'Jan Willem|van den|Berg'],
    ['Berg, J.M. (Jan) van den', 'Jan|van den|Berg'],
    ['Berg, van den', '|van den|Berg'],
    ["Hart , Loes 't", "Loes|'t|Hart"],
    ['García Márquez, Gabriel', 'Gabriel||García Márquez'],
    ['Nguyễn, Văn An', 'Văn An||Nguyễn'],
    ['Κωνσταντίνου, Γιώργος', 'Γιώργος||Κωνσταντίνου'],
    ['King, Jr.', '||King Jr.'],
    ['Martin Luther King, Jr.', 'Martin Luther||King Jr.'],
    ['Jan Bakker, MSc', 'Jan||Bakker MSc'],
  ])('%s, with a comma', (text, expected) => expect(parts(text)).toBe(expected))

  it.each([
    ['DUPONT Jean', 'Jean||DUPONT'],
    ['Jean-Luc DUPONT', 'Jean-Luc||DUPONT'],
    ['BOS Ed', 'Ed||BOS'],
    ['DE VRIES Jan', 'Jan|DE|VRIES'],
    ['JPM Bakker', 'JPM||Bakker'],
    ['Jan van DIJK', 'Jan|van|DIJK'],
    ['Bakker J.', 'J.||Bakker'],
    ['van den Berg J.M.', 'J.M.|van den|Berg'],
    ['Berg J.M. van den', 'J.M.|van den|Berg'],
  ])('%s, with the last name first or in capitals', (text, expected) => expect(parts(text)).toBe(expected))

  it.each([
    ['Иван Петров', 'Иван||Петров'],
    ['Мария Ивановна Петрова', 'Мария Ивановна||Петрова'],
    ['Γιώργος Παπαδόπουλος', 'Γιώργος||Παπαδόπουλος'],
    ['محمد علي', 'محمد||علي'],
    ['محمد بن سلمان', 'محمد||بن سلمان'],
    ['محمد عبد الله', 'محمد||عبد الله'],
    ['דוד בן גוריון', 'דוד||בן גוריון'],
    ['אברהם כהן', 'אברהם||כהן'],
    ['प्रिया शर्मा', 'प्रिया||शर्मा'],
    ['สมชาย ใจดี', 'สมชาย||ใจดี'],
    ['王小明', '王小明||'],
    ['王 小明', '王 小明||'],
    ['김 민수', '김 민수||'],
    ['山田 太郎', '山田 太郎||'],
  ])('%s, of another script', (text, expected) => expect(parts(text)).toBe(expected))

  it.each([
    ['Prince', 'Prince||'],
    ['Madonna ', 'Madonna||'],
    ['O’Brien', 'O’Brien||'],
    ['De Vries', '|de|Vries'],
    ['van der Berg', '|van der|Berg'],
    ['Mevr.', 'Mevr.||'],
    ['Van', 'Van||'],
    ['', '||'],
    [',', '||'],
    [', Jan', 'Jan||'],
    ['Bakker,', 'Bakker||'],
  ])('%s, which is one name', (text, expected) => expect(parts(text)).toBe(expected))

  it('loses no letter of it', () => {
    for (const text of ['Jan Willem van der Berg', 'Anna Bakker-de Vries', 'محمد عبد الله', '王 小明', "Kees van 't Hof", 'Kim De Boer'])
      expect(fullName(splitName(text))).toBe(text)
  })
})
