import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

/** As Emotion finds it: it is no dependency of ours. */
const ofEmotion = createRequire(createRequire(import.meta.url).resolve('@emotion/react'))
const original = ofEmotion('@emotion/use-insertion-effect-with-fallbacks') as object

describe('what writes the rules of styles', () => {
  it('stands for everything that Emotion takes from there', async () => {
    expect(Object.keys(await import('../styles_in_slices.js')).sort()).toEqual(Object.keys(original).sort())
  })

  it('writes while a page is drawn, not when all of it is', async () => {
    const { useInsertionEffectAlwaysWithSyncFallback: write } = await import('../styles_in_slices.js')
    // Emotion's own is an effect: outside a component it throws, inside one it comes at the end.
    expect(write(() => 'written')).toBe('written')
  })

  it('is what the build takes', async () => {
    const { default: configOf } = await import('../vite.config.js')
    const { plugins } = await (configOf as (env: { command: string }) => { plugins: unknown[] })({ command: 'build' })
    const found = (plugins.flat() as { name?: string; resolveId?: (source: string) => unknown }[]).find(
      ({ name }) => name === 'styles-in-slices',
    )
    expect(found?.resolveId?.('@emotion/use-insertion-effect-with-fallbacks')).toMatch(/styles_in_slices\.ts$/)
  })
})
