import { describe, expect, it } from 'vitest'
import { isSupportedBrowser } from '#core/contract/browser_support'

const chrome = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
const cases: [name: string, userAgent: string, supported: boolean][] = [
  ['Chrome 138', chrome(138), true],
  ['Chrome 137', chrome(137), false],
  ['Firefox 140', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
  ['Firefox 128', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
  ['Edge 138 on Windows', `${chrome(138).replace('X11; Linux x86_64', 'Windows NT 10.0')} Edg/138.0.0.0`, true],
  ['Edge 138 on Linux', `${chrome(138)} Edg/138.0.0.0`, false],
  [
    'Safari 17',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    true,
  ],
  [
    'Safari 16',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/605.1.15',
    false,
  ],
  [
    'mobile Safari 17',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    true,
  ],
  ['Samsung Internet 15', `${chrome(90)} SamsungBrowser/15.0`, true],
  ['Samsung Internet 14', `${chrome(138)} SamsungBrowser/14.2`, false],
  ['Opera', `${chrome(138)} OPR/120.0`, false],
]

describe('supported browsers (specification, section 5)', () => {
  it.each(cases)('%s', (_name, userAgent, supported) => {
    expect(isSupportedBrowser(userAgent)).toBe(supported)
  })
})
