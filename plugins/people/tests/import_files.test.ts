import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// Lists of people as real HR systems and spreadsheets write them.

const IMPORTS = '/api/people/imports'
let app: TestApp
let supervisor: TestClient
beforeAll(async () => {
  app = await testApp()
  supervisor = await signInAs('beheerder@noordwind.example')
})

const send = async (content: string | Uint8Array) =>
  (await supervisor.upload(`${IMPORTS}?name=lijst`, 'file', { name: 'lijst', type: 'text/csv', content })).body.data
const problems = (data: { problems: { line: number; problems: string[] }[] }) => data.problems.map((one) => [one.line, one.problems.join()])
async function names(id: number): Promise<string[][]> {
  const { body } = await supervisor.post(`${IMPORTS}/${id}/run`, { invite: false, good_only: true })
  expect(body.code).toBeUndefined()
  await app.settle()
  const { default: db } = await import('@adonisjs/lucid/services/db')
  const rows = await app.inCompany('noordwind', () =>
    db
      .from('people_import_rows as r')
      .join('kit_members as m', 'm.id', 'r.membership_id')
      .where('r.import_id', id)
      .orderBy('r.line')
      .select('m.*'),
  )
  return rows.map(({ firstname, infix, lastname, email }) => [firstname, infix, lastname, email])
}

describe('a list of people', () => {
  it('finds the headings below a title, as personnel systems write it', async () => {
    const data = await send(
      'Personeelslijst per 1-11-2026;;\nAfdeling: Techniek;;\n\nVoornaam;Achternaam;E-mail\nJan;Bakker;jb@title.example\n',
    )
    expect(data).toMatchObject({ head: ['Voornaam', 'Achternaam', 'E-mail'], rows: 1, good: 1 })
    expect(data.preview[0].line).toBe(5)
  })

  it('keeps the infix of a Dutch name', async () => {
    const text = [
      'Personeelsnummer;Roepnaam;Tussenvoegsel;Achternaam;E-mailadres;Geboortedatum',
      '00417;José;van der;Müller;jose@infix.example;1-3-1990',
      '00418;Zoë;d’;Ancona;zoe@infix.example;31-12-1985',
      "00419;Anaïs;;O'Brien;anais@infix.example;5/6/1979",
    ]
    // As Excel on Windows writes it: the curly apostrophe is byte 92.
    const windows = Uint8Array.from(text.join('\r\n'), (letter) => (letter === '’' ? 0x92 : letter.charCodeAt(0)))
    const data = await send(windows)
    expect(data).toMatchObject({ good: 3, bad: 0, columns: { firstname: 1, infix: 2, lastname: 3 } })
    expect(await names(data.id)).toEqual([
      ['José', 'van der', 'Müller', 'jose@infix.example'],
      ['Zoë', 'd’', 'Ancona', 'zoe@infix.example'],
      ['Anaïs', null, "O'Brien", 'anais@infix.example'],
    ])
  })

  it('finds the sheet that has the headings', async () => {
    const book = await writeXlsx({
      sheets: [
        { name: 'Leeg', rows: [] },
        { name: 'Uitleg', rows: [['Vul het tweede blad in'], ['Vragen? Bel HR']] },
        {
          name: 'Mensen',
          rows: [
            ['Voornaam', 'Achternaam', 'E-mail'],
            ['Els', 'Blad', 'els@sheet.example'],
          ],
        },
      ],
    })
    expect(await send(book)).toMatchObject({ rows: 1, good: 1, head: ['Voornaam', 'Achternaam', 'E-mail'] })
  })

  it('refuses failed formulas, booleans and numbers as names', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: 'Mensen',
          rows: [
            ['Voornaam', 'Achternaam', 'E-mail'],
            ['Jan', '#N/A', 'a@odd.example'],
            ['Jan', true, 'b@odd.example'],
            ['Jan', 42, 'c@odd.example'],
            ['#VERW!', 'Bakker', 'd@odd.example'],
          ],
        },
      ],
    })
    const data = await send(book)
    expect(problems(data)).toEqual([2, 3, 4, 5].map((line) => [line, 'not_a_name']))
  })

  it('accepts people with one name, and addresses and dates as people write them', async () => {
    const text = [
      'Voornaam;Achternaam;E-mail;Geboortedatum',
      'Prince;;prince@one.example;7 juni 1958',
      ';Madonna;madonna@one.example;21413',
      'Jan;Bücher;jan@bücher.example;1-3-1990',
      'Piet;Kort;piet@one.example;01-02-90',
    ]
    const data = await send(text.join('\n'))
    expect(problems(data)).toEqual([[5, 'bad_birthdate']])
    expect(data.preview.map(({ birthdate }: { birthdate: string }) => birthdate)).toEqual(['1958-06-07', '1958-08-16', '1990-03-01'])
    expect(await names(data.id)).toEqual([
      ['Prince', null, '', 'prince@one.example'],
      ['', null, 'Madonna', 'madonna@one.example'],
      ['Jan', null, 'Bücher', 'jan@xn--bcher-kva.example'],
    ])
  })
})
