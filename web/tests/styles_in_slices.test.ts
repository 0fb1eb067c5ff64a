import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

/** Resolved as Emotion resolves it, because it is not a dependency of ours. */
const ofEmotion = createRequire(createRequire(import.meta.url).resolve('@emotion/react'))
const original = ofEmotion('@emotion/use-insertion-effect-with-fallbacks') as object

describe('the insertion of styles', () => {
  it('exports everything that Emotion imports from the original', async () => {
    expect(Object.keys(await import('../styles_in_slices.js')).sort()).toEqual(Object.keys(original).sort())
  })

  it('writes during the render, not at its end', async () => {
    const { useInsertionEffectAlwaysWithSyncFallback: write } = await import('../styles_in_slices.js')
    // Emotion's own hook is an effect: outside a component it throws, inside one it runs at the end.
    expect(write(() => 'written')).toBe('written')
  })

  it('is used by the build', async () => {
    const { default: configOf } = await import('../vite.config.js')
    const { plugins } = await (configOf as (env: { command: string }) => { plugins: unknown[] })({ command: 'build' })
    const found = (plugins.flat() as { name?: string; resolveId?: (source: string) => unknown }[]).find(
      ({ name }) => name === 'styles-in-slices',
    )
    expect(found?.resolveId?.('@emotion/use-insertion-effect-with-fallbacks')).toMatch(/styles_in_slices\.ts$/)
  })
})
