import { describe, expect, it } from 'vitest'
import vine from '#core/http/validation'
import { isPlainLine } from '#core/contract/plain_line'
import { isTooDeep } from '#core/http/body_depth'

const takes = async (schema: ReturnType<typeof vine.create>, data: unknown) =>
  schema.validate(data).then(
    () => true,
    (error: Error) => {
      // A refusal, never a crash of the validator.
      expect(error.message).toBe('Validation failure')
      return false
    },
  )

const ODD = [{ toString: 0 }, { valueOf: 0, toString: 0 }, [], [1], ['1'], {}, [{ toString: 0 }], Object.create(null)]

describe('a validator of a body', () => {
  const types = {
    number: vine.create({ a: vine.number() }),
    boolean: vine.create({ a: vine.boolean() }),
    string: vine.create({ a: vine.string() }),
    enum: vine.create({ a: vine.enum(['1', 'x']) }),
    literal: vine.create({ a: vine.literal(1) }),
    date: vine.create({ a: vine.date() }),
    accepted: vine.create({ a: vine.accepted() }),
    array: vine.create({ a: vine.array(vine.number()).minLength(1) }),
    record: vine.create({ a: vine.record(vine.number()) }),
    union: vine.create({ a: vine.unionOfTypes([vine.number(), vine.boolean(), vine.string()]) }),
    queryNumber: vine.create({ a: vine.queryNumber() }),
    queryBoolean: vine.create({ a: vine.queryBoolean() }),
  }

  it('accepts no object or list for a plain value of any type', async () => {
    for (const [name, schema] of Object.entries(types)) {
      if (name === 'array' || name === 'record') continue
      for (const value of ODD) expect([name, value, await takes(schema, { a: value })]).toEqual([name, value, false])
    }
    for (const value of [{ toString: 0 }, [{ toString: 0 }], ['1'], [[1]]]) {
      expect(await takes(types.array, { a: value })).toBe(false)
      expect(await takes(types.record, { a: { b: value } })).toBe(false)
    }
  })

  it('converts no text to a number or boolean', async () => {
    for (const value of ['1', 'true', 'on', '']) {
      expect(await takes(types.number, { a: value })).toBe(false)
      expect(await takes(types.boolean, { a: value })).toBe(false)
      expect(await takes(types.literal, { a: value })).toBe(false)
    }
    expect(await takes(types.boolean, { a: 1 })).toBe(false)
    expect(await types.number.validate({ a: 1 })).toEqual({ a: 1 })
    expect(await types.boolean.validate({ a: false })).toEqual({ a: false })
    expect(await types.union.validate({ a: '5' })).toEqual({ a: '5' })
    expect(await types.union.validate({ a: 5 })).toEqual({ a: 5 })
    expect(await vine.create({ a: vine.literal(false) }).validate({ a: false })).toEqual({ a: false })
  })

  it('stays strict when a type is cloned or made optional', async () => {
    const number = vine.number()
    for (const type of [number.clone(), number.optional(), number.nullable(), number.positive().clone()]) {
      for (const value of ['1', { toString: 0 }, [1]]) expect(await takes(vine.create({ a: type }), { a: value })).toBe(false)
    }
    const union = vine.create({ a: vine.unionOfTypes([vine.number().clone(), vine.string()]) })
    expect(await takes(union, { a: { toString: 0 } })).toBe(false)
  })

  it('reads numbers and booleans from a query string', async () => {
    expect(await types.queryNumber.validate({ a: '12' })).toEqual({ a: 12 })
    expect(await types.queryBoolean.validate({ a: 'false' })).toEqual({ a: false })
    expect(await types.queryBoolean.validate({ a: '1' })).toEqual({ a: true })
    for (const value of ['x', '', ' ', '1e400']) expect(await takes(types.queryNumber, { a: value })).toBe(false)
    expect(await takes(types.queryBoolean, { a: 'yes' })).toBe(false)
  })

  it('accepts visible characters on one line as a name', async () => {
    const line = vine.create({ a: vine.line(20) })
    for (const name of ['Zoë', 'Mehmet Yılmaz', 'O’Brien', '李雷', 'نیما\u200Cزاده', 'Bouw & Zn. 🏗️', '𠮷野']) {
      expect(await line.validate({ a: ` ${name} ` })).toEqual({ a: name })
    }
    for (const code of [
      0, 7, 9, 0xa, 0xd, 0x1b, 0x7f, 0x85, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xfff9,
    ]) {
      const name = `Jan${String.fromCodePoint(code)}sen`
      expect([code, isPlainLine(name), await takes(line, { a: name })]).toEqual([code, false, false])
    }
    expect(await takes(line, { a: '   ' })).toBe(false)
    expect(await takes(line, { a: 'x'.repeat(21) })).toBe(false)
  })
})

describe('the depth of a body', () => {
  it('is measured without parsing, and brackets in texts do not count', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(isTooDeep(nested(16))).toBe(false)
    expect(isTooDeep(nested(17))).toBe(true)
    expect(isTooDeep('{"a":'.repeat(17))).toBe(true)
    expect(isTooDeep(JSON.stringify({ a: '[{'.repeat(500), 'b\\"[[': ['\\', '"[[[['.repeat(99)] }))).toBe(false)
    expect(isTooDeep(`[${Array(5000).fill('{"a":[1]}').join(',')}]`)).toBe(false)
    expect(isTooDeep(nested(400_000))).toBe(true)
  })
})
