import { describe, expect, it, vi } from 'vitest'

// @own-process: replaces modules

const pages = ['/login/:id?', '/error/:type', '/status', '/deelnemer/training/:participation?', '/certificate/status/:token', '/:id?']
const names = ['core.login', 'core.error', 'core.status', 'learning.training', 'certificates.status', 'core.home']

vi.mock('../boot/bootstrap.js', () => ({
  bootstrap: { error: null, pages: pages.map((path, index) => ({ path, name: names[index] })) },
}))

const { fits, isSignInPage } = await import('../boot/sign_in_pages.js')

describe('the front door', () => {
  it.each(['/', '/noordwind', '/login', '/login/noordwind', '/login/noordwind/'])('is %s', (path) => {
    expect(isSignInPage(path)).toBe(true)
  })
  it.each(['/status', '/error/invite', '/deelnemer/training', '/deelnemer/training/5', '/login/a/b', '/certificate/status/x'])(
    'is not %s',
    (path) => {
      expect(isSignInPage(path)).toBe(false)
    },
  )
  it('knows optional parts and stars', () => {
    expect(fits('/launch/:token/*', '/launch/a/b/c')).toBe(true)
    expect(fits('/launch/:token', '/launch')).toBe(false)
  })
})
