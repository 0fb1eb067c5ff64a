import { expect, it } from 'vitest'
import { toCsv } from '#core/contract/csv'

it('writes no cell that a spreadsheet program would execute', () => {
  const cellOf = (value: string) => toCsv(['x'], [[value]]).slice('\uFEFFx\r\n'.length, -2)
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '＝', '＋', '－', '＠']) {
    expect(cellOf(`${start}cmd|1`).replace(/^"/, '')).toBe(`'${start}cmd|1${/[\t\r\n]/.test(start) ? '"' : ''}`)
  }
  for (const value of ['Jan', 'a=b', ' =1', '（x）']) expect(cellOf(value)).toBe(value)
  // Our own numbers stay numbers.
  expect(toCsv(['x'], [[-1]])).toBe('\uFEFFx\r\n-1\r\n')
  expect(cellOf('a,=1+2,b')).toBe('"a,=1+2,b"')
  expect(cellOf('a;"b"')).toBe('"a;""b"""')
})
