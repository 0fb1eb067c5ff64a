import { beforeAll, describe, expect, it } from 'vitest'
import { createParticipant } from '#core/testing/factories'
import { answersFor, app, begin, booked, db, other, show, supervisor } from './bookings.js'

// Participants of a booking from a file: the import of people (plugin people) with the target `participants`.

const IMPORTS = '/api/people/imports'
beforeAll(begin)

const send = async (content: string, client = supervisor) =>
  client.upload(`${IMPORTS}?name=mensen.csv&target=participants`, 'file', { name: 'mensen.csv', type: 'text/csv', content })
const problems = (data: { problems: { line: number; problems: string[] }[] }) => data.problems.map((one) => [one.line, one.problems.join()])
const peopleOf = async (id: number, client = supervisor) => client.get(`${IMPORTS}/${id}/people`)
const memberships = () => app.asSystem(async () => Number((await db.from('core_memberships').count('* as n').first()).n))

describe('participants from a file', () => {
  it('are read with infix, one name and date, recognised as colleagues, and booked', async () => {
    const colleague = await createParticipant('noordwind', { email: 'collega@file.example', firstname: 'Col', lastname: 'Lega' })
    const before = await memberships()
    const { data } = (
      await send(
        [
          'Deelnemers november',
          'Voornaam;Tussenvoegsel;Achternaam;E-mail;Geboortedatum',
          'Anna;van der;Nieuw;anna.nieuw@file.example;3 februari 1990',
          'Sukarno;;;sukarno@file.example;',
          ';;;COLLEGA@file.example;1-3-1985',
        ].join('\n'),
      )
    ).body
    expect(data).toMatchObject({ good: 3, bad: 0, known: 1, fields: expect.not.arrayContaining(['groups', 'manager']) })
    const { body } = await peopleOf(data.id)
    const anna = { membership: null, firstname: 'Anna', infix: 'van der', lastname: 'Nieuw' }
    expect(body.data).toEqual([
      { ...anna, email: 'anna.nieuw@file.example', birthdate: '1990-02-03' },
      { membership: null, firstname: 'Sukarno', infix: null, lastname: '', email: 'sukarno@file.example', birthdate: null },
      { membership: colleague.id, firstname: 'Col', infix: null, lastname: 'Lega', email: 'collega@file.example', birthdate: '1985-03-01' },
    ])
    // Reading a file adds nobody; it can be read again, for example after a reload.
    expect((await peopleOf(data.id)).body).toEqual(body)
    expect(await memberships()).toBe(before)
    // An invited person who has no account yet still gets a course and a seat.
    const id = await booked(answersFor([], { people: body.data }))
    const booking = await show(id)
    expect(booking.people.map(({ name }: { name: string }) => name).sort()).toEqual(['Anna van der Nieuw', 'Col Lega', 'Sukarno'])
    expect(booking.people[0]).toMatchObject({ course: 'released', exam_status: 'waiting' })
  })

  it('are refused until corrected when they match nobody, belong to another company or left this one', async () => {
    await createParticipant('bouwmeester', { email: 'elders@file.example' })
    await createParticipant('noordwind', {
      email: 'weg@file.example',
      membership: { status: 'inactive', deactivated_at: new Date(), conditions_accepted_at: new Date() },
    })
    const lines = ['E-mail;Voornaam', 'elders@file.example;Els', 'weg@file.example;', 'niemand@file.example;', 'fout;Fout', 'fout;Fout']
    const { data } = (await send(lines.join('\n'))).body
    expect(problems(data)).toEqual([
      [2, 'email_in_use'],
      [3, 'member_inactive'],
      [4, 'unknown_person'],
      [5, 'bad_email'],
      [6, 'bad_email'],
    ])
    expect((await peopleOf(data.id)).body.data).toEqual([])
    expect((await supervisor.get(`${IMPORTS}/${data.id}/refused`)).body).toContain('elders@file.example;Els')
    const mend = (line: number, column: number, text: string) => supervisor.patch(`${IMPORTS}/${data.id}/cell`, { line, column, text })
    await mend(4, 1, 'Toch iemand')
    expect((await mend(5, 0, 'jan@bücher.example')).body.data).toMatchObject({ good: 2, bad: 3 })
    expect((await peopleOf(data.id)).body.data).toMatchObject([
      { firstname: 'Toch iemand', email: 'niemand@file.example' },
      { firstname: 'Fout', email: 'jan@xn--bcher-kva.example' },
    ])
  })

  it('are the company’s own: another company sees no import, and it cannot be run', async () => {
    const { data } = (await send('E-mail;Voornaam\neen@file.example;Een')).body
    expect((await peopleOf(data.id, other)).status).toBe(404)
    expect((await supervisor.post(`${IMPORTS}/${data.id}/run`, { invite: true, good_only: true })).body.code).toBe('nothing_to_import')
  })

  it('are at most 200', async () => {
    const many = ['E-mail;Voornaam', ...Array.from({ length: 201 }, (_, n) => `veel${n}@file.example;Veel`)].join('\n')
    expect((await send(many)).body.errors[0]).toMatchObject({ field: 'file', rule: 'too_many_rows' })
  })
})
