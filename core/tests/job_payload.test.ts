import { expect, it } from 'vitest'
import { jobPayload } from '../jobs/job_payload.js'

it('is a JSON object or absent', () => {
  expect(jobPayload(undefined)).toEqual({})
  expect(jobPayload('{"id":3}')).toEqual({ id: 3 })
  for (const text of ['', 'x', '{"id":', "{'id':3}"]) expect(() => jobPayload(text)).toThrow(/no JSON: /)
  for (const text of ['null', '[1]', '"id"', '3']) expect(() => jobPayload(text)).toThrow(/no JSON object: /)
})
