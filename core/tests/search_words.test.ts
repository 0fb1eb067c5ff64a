import { expect, test } from 'vitest'
import { searchWords } from '../lists/search_words.js'

test('searches for each word separately and skips none', () => {
  expect(searchWords('')).toEqual([])
  expect(searchWords('  Bakker,\tAnna ')).toEqual(['Bakker,', 'Anna'])
  expect(searchWords('1 2 3 4 5 6 7 8')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  expect(searchWords('1 2 3 4 5 6 7 8  9 10')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8 9 10'])
})
