import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// A file that is read again, corrected in place, and downloaded with its refused lines.

const IMPORTS = '/api/people/imports'
let supervisor: TestClient
let other: TestClient

beforeAll(async () => {
  await testApp()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
})

const send = async (content: string | Uint8Array, query = '') =>
  (await supervisor.upload(`${IMPORTS}?name=mensen.csv${query}`, 'file', { name: 'mensen.csv', type: 'text/csv', content })).body.data
const reasonsOf = (data: { problems: { line: number; problems: string[] }[] }) =>
  data.problems.map(({ line, problems }) => `${line} ${problems.join()}`)

describe('a file of people', () => {
  it('says which cells are wrong', async () => {
    const rows = [
      ['Voornaam', 'Achternaam', 'E-mail', 'Geboortedatum'],
      ['Jan', 'Goed', 'getal@files.example', 19900301],
      ['Bool', true, 'bool@files.example', null],
      ['Err', '#N/A', 'err@files.example', null],
      ['#VERW!', 'Jansen', 'verw@files.example', '#N/A'],
    ]
    const data = await send(await writeXlsx({ sheets: [{ name: 'B', rows }] }))
    expect(data).toMatchObject({ good: 1, bad: 3, preview: [{ birthdate: '1990-03-01' }] })
    expect(reasonsOf(data)).toEqual(['3 not_a_name', '4 not_a_name', '5 not_a_name,bad_birthdate'])
    expect(data.problems[2].wrong).toEqual([0, 3])
  })

  it('is read from the sheet and line that a person chooses', async () => {
    const list = (name: string) => [['Lijst'], ['Voornaam', 'Achternaam', 'E-mail'], [name, 'Blad', `${name}@files.example`]]
    const book = await writeXlsx({
      sheets: [
        { name: 'Uitleg', rows: [['Vul het andere blad in']] },
        { name: 'Een', rows: list('een') },
        { name: 'Twee', rows: list('twee') },
      ],
    })
    expect(await send(book)).toMatchObject({ sheets: ['Uitleg', 'Een', 'Twee'], sheet: 1, heading_line: 2, good: 1 })
    expect(await send(book, '&sheet=2')).toMatchObject({ sheet: 2, preview: [{ line: 3, cells: ['twee', 'Blad', 'twee@files.example'] }] })
    expect(await send(book, '&sheet=2&heading=1')).toMatchObject({ heading_line: 1, rows: 2, columns: { firstname: null } })
  })

  it('is corrected cell by cell, which may also resolve a duplicate', async () => {
    const data = await send('Voornaam;Achternaam;E-mail\nA;B;zelfde@files.example\nC;D;zelfde@files.example\nE;F;fout')
    expect(data.problems).toMatchObject([
      { line: 3, problems: ['doubled'], wrong: [2] },
      { line: 4, problems: ['bad_email'], wrong: [2] },
    ])
    const mend = (line: number, text: string, column = 2, client = supervisor) =>
      client.patch(`${IMPORTS}/${data.id}/cell`, { line, column, text })
    expect((await mend(2, 'ander@files.example')).body.data).toMatchObject({ good: 2, bad: 1 })
    expect((await mend(4, 'goed@files.example')).body.data).toMatchObject({ good: 3, bad: 0 })
    expect((await mend(9, 'x')).status).toBe(404)
    expect((await mend(4, 'x', 3)).status).toBe(422)
    expect((await mend(4, 'x\0')).status).toBe(422)
    expect((await mend(4, 'x', 2, other)).status).toBe(404)
  })

  it('returns its refused lines as a file, with the reasons', async () => {
    const data = await send('Voornaam;Achternaam;E-mail;Geboortedatum\nA;B;fout;\n=1+2;D;d@files.example;gisteren')
    const { status, body, headers } = await supervisor.get(`${IMPORTS}/${data.id}/refused`)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toContain('mensen')
    // `text()` strips the byte order mark.
    const lines = (body as string).split('\r\n')
    expect(lines[0]).toBe('Voornaam;Achternaam;E-mail;Geboortedatum;Wat niet klopt')
    expect(lines[1]).toBe('A;B;fout;;E-mailadres klopt niet')
    expect(lines[2]).toMatch(/^'=1\+2;D;d@files\.example;gisteren;"Begint als een formule · .*1 maart 1990"$/)
    expect((await other.get(`${IMPORTS}/${data.id}/refused`)).status).toBe(404)
  })
})
