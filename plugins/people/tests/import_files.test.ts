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

  it('knows the columns of Dutch personnel systems', async () => {
    const text = [
      'Medewerkernummer|Voorletters|Roepnaam|Voornamen|Voorvoegsel|Geboortenaam|Achternaam partner|E-mail privé|E-mail werk|Geboortedatum (dd-mm-jjjj)|Datum in dienst|Functieomschrijving|Organisatie-eenheid',
      '00531|J.M.|Jan|Johannes Maria|de|Vries|Bakker|jan@home.example|jan@afas.example|01-03-1990 00:00:00|01-01-2020|Monteur|',
    ]
    const data = await send(Buffer.from(text.join('\r\n'), 'utf16le'))
    expect(data).toMatchObject({
      good: 1,
      bad: 0,
      columns: { personnel_number: 0, firstname: 2, infix: 4, lastname: 5, email: 8, birthdate: 9, job_title: 11, groups: 12 },
    })
    expect(data.preview[0].birthdate).toBe('1990-03-01')
    expect(await names(data.id)).toEqual([['Jan', 'de', 'Vries', 'jan@afas.example']])
  })

  it('takes the infix from behind the last name', async () => {
    const lines = ['Berg, van den', "Hart, 't", 'Vries,de', 'Bakker, Jan', 'Smit']
    const data = await send(['Voornaam;Achternaam;E-mail', ...lines.map((name, index) => `Jo;${name};b${index}@behind.example`)].join('\n'))
    expect((await names(data.id)).map(([, infix, lastname]) => [infix, lastname])).toEqual([
      ['van den', 'Berg'],
      ["'t", 'Hart'],
      ['de', 'Vries'],
      [null, 'Bakker, Jan'],
      [null, 'Smit'],
    ])
  })

  it('splits a whole name and shows how', async () => {
    const lines = [
      'Jan Willem van der Berg',
      '"Vries, Anna de"',
      'Prince',
      '王 小明',
      'محمد بن سلمان',
      'Γιώργος Παπαδόπουλος',
      'Mevr. A. Bakker-de Vries',
    ]
    const data = await send(['Naam,E-mail', ...lines.map((name, index) => `${name},f${index}@whole.example`)].join('\n'))
    expect(data).toMatchObject({ good: 7, bad: 0, columns: { full_name: 0, firstname: null, lastname: null } })
    expect(data.preview[0].name).toEqual({ firstname: 'Jan Willem', infix: 'van der', lastname: 'Berg' })
    expect((await names(data.id)).map((name) => name.slice(0, 3))).toEqual([
      ['Jan Willem', 'van der', 'Berg'],
      ['Anna', 'de', 'Vries'],
      ['Prince', null, ''],
      ['王 小明', null, ''],
      ['محمد', null, 'بن سلمان'],
      ['Γιώργος', null, 'Παπαδόπουλος'],
      ['A.', null, 'Bakker-de Vries'],
    ])
  })

  it('reads the parts of a name where a file has them, and another column when a person chooses it', async () => {
    const belgian = await send('Naam;Voornaam;E-mail\nVan den Berghe;Jan;jan@parts.example')
    expect(belgian).toMatchObject({ columns: { lastname: 0, firstname: 1, full_name: null } })
    const both = await send('Medewerker;Voornaam;Achternaam;E-mail\nBakker J.;Jan;Bakker;jb@parts.example')
    expect(both).toMatchObject({ columns: { firstname: 1, lastname: 2, full_name: null } })
    expect(both.preview[0].name).toBeNull()
    const whole = { ...both.columns, firstname: null, lastname: null, full_name: 0 }
    const chosen = (await supervisor.put(`${IMPORTS}/${both.id}/columns`, whole)).body.data
    expect(chosen.preview[0].name).toEqual({ firstname: 'J.', infix: null, lastname: 'Bakker' })
    const empty = await send('Volledige naam;E-mail\n;leeg@parts.example\n#N/A;fout@parts.example')
    expect(problems(empty)).toEqual([
      [2, 'no_name'],
      [3, 'not_a_name'],
    ])
    expect(empty.problems.map(({ wrong }: { wrong: number[] }) => wrong)).toEqual([[0], [0]])
  })

  it('reads a file without headings, with the first person', async () => {
    const data = await send('Ed,Bos,ed@bare.example\nAl,Bos,al@bare.example\n')
    expect(data).toMatchObject({ rows: 2, heading_line: 0, head: ['1: Ed', '2: Bos', '3: ed@bare.example'], columns: { email: 2 } })
    const { body } = await supervisor.put(`${IMPORTS}/${data.id}/columns`, {
      firstname: 0,
      lastname: 1,
      email: 2,
      birthdate: null,
      language: null,
    })
    expect(body.data).toMatchObject({ good: 2 })
    const chosen = await supervisor.upload(`${IMPORTS}?name=lijst&heading=0`, 'file', {
      name: 'lijst',
      type: 'text/csv',
      content: 'Voornaam;E-mail\nEd;ed@bare.example',
    })
    expect(chosen.body.data).toMatchObject({ rows: 2, heading_line: 0 })
  })

  it('reads merged cells and leading zeros of a workbook as shown, and refuses a formula without a result', async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: 'Mensen',
          rows: [
            ['Personeelslijst', null, null, null, null],
            ['Voornaam', 'Achternaam', 'E-mail', 'Functie', 'Personeelsnummer'],
            ['Ed', 'Bos', 'ed@shown.example', 'Lasser', 917],
            ['Al', 'Bos', 'al@shown.example', null, 918],
            ['Bo', 'Bos', null, 'Monteur', null],
          ],
          merges: [
            { startRow: 0, startCol: 0, endRow: 0, endCol: 4 },
            { startRow: 2, startCol: 3, endRow: 3, endCol: 3 },
          ],
          cells: new Map([
            ['2,4', { value: 917, style: { numFmt: '00000' } }],
            ['4,2', { formula: 'LOWER(A5)' }],
          ]),
        },
      ],
    })
    const data = await send(book)
    expect(data.preview.map(({ cells }: { cells: string[] }) => cells.slice(3))).toEqual([
      ['Lasser', '00917'],
      ['Lasser', '918'],
    ])
    expect(problems(data)).toEqual([[5, 'formula']])
  })

  it('refuses a web page and a text document that are named as a workbook', async () => {
    for (const content of ['<html><table><tr><td>Voornaam</td></tr></table></html>', '{\\rtf1 Voornaam}'])
      expect(
        (await supervisor.upload(`${IMPORTS}?name=lijst.xls`, 'file', { name: 'lijst.xls', type: 'application/vnd.ms-excel', content }))
          .status,
      ).toBe(422)
  })
})
