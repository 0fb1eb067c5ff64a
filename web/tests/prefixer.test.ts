import createCache from '@emotion/cache'
import { expect, test } from 'vitest'
import { prefixer } from '../shell/prefixer.js'

const cache = createCache({ key: 'ui', stylisPlugins: [prefixer] })
let names = 0
/** What Emotion writes for it where there is no document. */
const written = (css: string) => cache.insert('', { name: `n${(names += 1)}`, styles: css }, cache.sheet, false)

test('writes the old names that Safari needs, and no others', () => {
  expect(written('.a{user-select:none;display:flex;}')).toBe('.a{-webkit-user-select:none;user-select:none;display:flex;}')
})

test('writes a placeholder once, by the standard name', () => {
  const one = 'opacity:0.42;'
  expect(written(`.a{color:red;}.a::-webkit-input-placeholder{${one}}.a::-moz-placeholder{${one}}.a::-ms-input-placeholder{${one}}`)).toBe(
    `.a{color:red;}.a::placeholder{${one}}`,
  )
  expect(written(`.a:focus::-moz-placeholder,.b::-moz-placeholder{${one}}`)).toBe(`.a:focus::placeholder,.b::placeholder{${one}}`)
})

test('drops rules for removed features and keeps the rules beside them', () => {
  expect(written('.a::-moz-focus-inner{border-style:none;}.a:hover{color:red;}')).toBe('.a:hover{color:red;}')
  expect(written('.a::-moz-focus-inner,.b{color:red;}')).toBe('.b{color:red;}')
  expect(written('@media print{.a::-moz-focus-inner{border-style:none;}.b{color:red;}}')).toBe('@media print{.b{color:red;}}')
})
