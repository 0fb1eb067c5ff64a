import { expect, it } from 'vitest'

// The headers that a page sends where Safe Exam Browser exposes its keys through JavaScript.

it('sends the keys with the address they are computed from, without its fragment', async () => {
  const security = {
    configKey: '',
    browserExamKey: '',
    updateKeys(done: () => void) {
      Object.assign(security, { configKey: 'c0', browserExamKey: 'b0' })
      done()
    },
  }
  Object.assign(globalThis, {
    window: { location: { href: 'https://platform.example/deelnemer/examen/1/examen#top' }, SafeExamBrowser: { security } },
  })
  const { safeBrowserHeaders } = await import('../web/safe_browser_keys.js')
  expect(safeBrowserHeaders()).toEqual({
    'X-Exam-Browser-Page': 'https://platform.example/deelnemer/examen/1/examen',
    'X-Exam-Browser-Config': 'c0',
    'X-Exam-Browser-Key': 'b0',
  })
  security.configKey = ''
  expect(safeBrowserHeaders()).toEqual({})
})
