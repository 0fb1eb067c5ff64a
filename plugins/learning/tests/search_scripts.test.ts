import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp } from '#core/testing/app'
import { superuserOfTest } from '#core/testing/superuser'
import { renewedWords } from '../migrations/0426_search_any_script.js'

let superuser: Awaited<ReturnType<typeof superuserOfTest>>
beforeAll(async () => {
  await testApp()
  superuser = await superuserOfTest()
})
afterAll(() => superuser.end())

it('rebuilds the search words of courses published before names in every script were supported', async () => {
  const define = async (body: string) =>
    superuser.query(
      `create or replace function search_key(value text) returns text language sql immutable parallel safe strict as $f$ ${body} $f$`,
    )
  const { rows: current } = await superuser.query(`select prosrc from pg_proc where proname = 'search_key'`)
  await define(`select lower(public.unaccent('public.unaccent'::regdictionary, value))`)
  const { rows: courses } = await superuser.query(
    `select id, offer_version_id from learning_courses where offer_version_id is not null limit 1`,
  )
  const [{ id, offer_version_id: version }] = courses
  await superuser.query('alter table learning_course_versions disable trigger user')
  await superuser.query(`update learning_course_versions set name = '{"nl": "ΑΣΦΑΛΕΙΑ"}' where id = $1`, [version])
  await superuser.query('alter table learning_course_versions enable trigger user')
  await superuser.query(
    'update learning_courses c set offer_words = v.name_words from learning_course_versions v where v.id = $1 and c.id = $2',
    [version, id],
  )
  const words = async () => (await superuser.query('select offer_words from learning_courses where id = $1', [id])).rows[0].offer_words
  expect(await words()).toContain('ΑΣΦΑΛΕΙΑ')
  await define(current[0].prosrc)
  await superuser.query(renewedWords)
  expect(await words()).toContain('ασφαλεια')
})
