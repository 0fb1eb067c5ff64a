import { expect, it } from 'vitest'

// What a page sends where Safe Exam Browser tells its keys by JavaScript.

it('is the keys with the address of which they are made, without its fragment', async () => {
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
