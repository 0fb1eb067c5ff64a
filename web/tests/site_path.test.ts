import { describe, expect, it } from 'vitest'
import { sitePath } from '../session/site_path.js'

const ORIGIN = 'https://leren.example.org'

describe('a path to navigate to', () => {
  it('is accepted unchanged when it belongs to this site', () => {
    for (const path of [
      '/',
      '/deelnemer/trainingen',
      '/deelnemer/training/1?tab=a&b=%2F%2Fevil.example#top',
      '/login/noordwind?expired=1',
      '/a//b',
      '/a/?to=//evil.example',
      '/a/@evil.example',
      '/caf%C3%A9',
      '/%2f%2fevil.example',
      '/%5cevil.example',
      '/https://evil.example',
    ]) {
      expect(sitePath(path, ORIGIN)).toBe(path)
    }
    expect(sitePath('/a/../b', ORIGIN)).toBe('/b')
  })

  it('is refused in every form that leads to another site', () => {
    for (const path of [
      '',
      'deelnemer',
      '//evil.example',
      '//evil.example/login',
      '///evil.example',
      '////evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '\\/evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/\r/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/ /evil.example',
      '/\u0000/evil.example',
      '/\u00a0/evil.example',
      '/\u2028/evil.example',
      '/.//evil.example',
      '/./\\evil.example',
      '/..//evil.example',
      '/%2e//evil.example',
      '/%2E%2e//evil.example',
      '/a/..//evil.example',
      '/a/%2e%2e//evil.example',
      '/.///evil.example',
      'https://evil.example',
      'https:evil.example',
      'https:/\\evil.example',
      'https://leren.example.org.evil.example',
      'https://leren.example.org@evil.example',
      '//leren.example.org@evil.example',
      'https://leren.example.org/deelnemer',
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '/\tjavascript:alert(1)',
      'data:text/html,x',
      'blob:https://leren.example.org/x',
      '//[',
      '//evil.example:99999',
    ]) {
      expect([path, sitePath(path, ORIGIN)]).toEqual([path, null])
    }
  })
})
