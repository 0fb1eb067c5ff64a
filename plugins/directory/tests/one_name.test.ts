import { expect, it } from 'vitest'
import { fullName } from '#core/contract/full_name'
import { namesOf } from '../server/services/claims.js'

// A single name is not used twice.

it.each([
  [{ given: 'Prince', family: '', full: 'Prince' }, ['Prince', '']],
  [{ given: '', family: 'Prince', full: 'Prince' }, ['Prince', '']],
  [{ given: '', family: 'Prince', full: '' }, ['Prince', '']],
  [{ given: '', family: '', full: 'Prince' }, ['Prince', '']],
  [{ given: 'Ada', family: '', full: 'Ada van der Bos' }, ['Ada', 'van der Bos']],
  [{ given: '', family: '', full: '' }, ['Jan', 'Bakker']],
])('reads %o', (said, [firstname, lastname]) => {
  const names = namesOf({ ...said, email: 'jan.bakker@example.com' })
  expect(names).toEqual({ firstname, lastname })
  expect(fullName({ ...names, infix: null })).not.toMatch(/ {2}|^ | $/)
})
