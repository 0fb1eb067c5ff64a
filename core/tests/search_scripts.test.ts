import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toAnyScript, toLatinAlone } from '#core/database/migrations/0450_search_any_script'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'
import { superuserOfTest } from '#core/testing/superuser'

// People are found in any letter case of their own script, also those added before the search supported it.

let superuser: pg.Client
let supervisor: TestClient

beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
  supervisor = await signInAs('beheerder@noordwind.example')
})
afterAll(() => superuser.end())

const found = async (typed: string) => {
  const { body } = await supervisor.get(`/api/people/participants?search=${encodeURIComponent(typed)}`)
  return (body.data as { name: string }[]).map(({ name }) => name)
}

it('finds Greek and Cyrillic names in a database that already has them', async () => {
  await superuser.query(toLatinAlone)
  await createParticipant('noordwind', { firstname: 'Γιώργος', lastname: 'Παπαδόπουλος' })
  await createParticipant('noordwind', { firstname: 'ИВАН', lastname: 'Петров' })
  expect(await found('γιώργος')).toEqual([])
  await superuser.query(toAnyScript)
  for (const typed of ['Γιώργος', 'γιώργος', 'ΓΙΩΡΓΟΣ', 'γιωργοσ', 'παπαδοπουλος', 'ΠΑΠΑΔΌΠΟΥΛΟΣ']) {
    expect([typed, await found(typed)]).toEqual([typed, ['Γιώργος Παπαδόπουλος']])
  }
  for (const typed of ['иван', 'Иван', 'ИВАН', 'петров']) expect([typed, await found(typed)]).toEqual([typed, ['ИВАН Петров']])
})

it('finds people added later, and keeps finding Latin letters', async () => {
  await createParticipant('noordwind', { firstname: 'Łukasz', lastname: 'Żółć' })
  await createParticipant('noordwind', { firstname: 'İpek', lastname: 'Weiß' })
  await createParticipant('noordwind', { firstname: 'АННА', lastname: 'Каренина' })
  expect(await found('ŁUKASZ żółć')).toEqual(['Łukasz Żółć'])
  expect(await found('ipek WEISS')).toEqual(['İpek Weiß'])
  expect(await found('анна каренина')).toEqual(['АННА Каренина'])
})

it('accepts names that were distinct until now', async () => {
  await superuser.query(toLatinAlone)
  await superuser.query(`create table two_names (name text); insert into two_names values ('иван'), ('ИВАН');
    create unique index two_names_once on two_names (search_key(name))`)
  await superuser.query(toAnyScript)
  expect(await found('ИВАН')).toEqual(await found('иван'))
  await superuser.query('drop table two_names')
})
