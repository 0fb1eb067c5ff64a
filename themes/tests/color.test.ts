import { describe, expect, it } from 'vitest'
import {
  AA_GRAPHIC,
  AA_TEXT,
  contrastRatio,
  ensureContrast,
  fromOklch,
  lowestContrast,
  mix,
  parseHex,
  readableOn,
  relativeLuminance,
  toHex,
  toOklch,
} from '../color.js'
import { brandShades } from '../brand.js'
import { SURFACES } from '../surfaces.js'

/** The corners, the hard middle, the demo brands, and a grid through the whole cube. */
const named = ['#ffffff', '#ffff00', '#000000', '#7f7f7f', '#777777', '#0B4F6C', '#01BAEF', '#F2A900', '#1F2933', '#f0f', '#00ff00']
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const cube = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
const colors = [...named, ...cube]

describe('reading and writing HEX', () => {
  it('reads the short and the long form', () => {
    expect(parseHex('#0af')).toEqual({ r: 0, g: 170, b: 255 })
    expect(parseHex('00AAFF')).toEqual({ r: 0, g: 170, b: 255 })
  })
  it('refuses what is no colour', () => {
    for (const wrong of ['', 'red', '#12', '#12345', '#gggggg', 'rgb(0,0,0)']) expect(parseHex(wrong)).toBeNull()
  })
  it('clamps and rounds', () => {
    expect(toHex({ r: -3, g: 127.6, b: 300 })).toBe('#0080ff')
  })
})

describe('luminance and contrast', () => {
  it('has the values of the WCAG', () => {
    expect(relativeLuminance('#ffffff')).toBeCloseTo(1, 5)
    expect(relativeLuminance('#000000')).toBe(0)
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
  it('survives the way to OKLCH and back', () => {
    for (const color of cube) {
      const back = parseHex(fromOklch(toOklch(color)))!
      const rgb = parseHex(color)!
      for (const channel of ['r', 'g', 'b'] as const) expect(Math.abs(back[channel] - rgb[channel])).toBeLessThanOrEqual(1)
    }
  })
})

describe('readableOn', () => {
  it('gives AA text on any fill', () => {
    for (const color of colors) expect(contrastRatio(readableOn(color), color), color).toBeGreaterThanOrEqual(AA_TEXT)
  })
})

describe('ensureContrast', () => {
  it('leaves a colour alone that passes', () => {
    expect(ensureContrast('#0B4F6C', '#ffffff')).toBe('#0b4f6c')
  })
  it('reaches the ratio on every surface, for any colour', () => {
    for (const color of colors) {
      for (const surface of ['#ffffff', '#f6f7f9', '#14181f', mix(color, '#ffffff', 0.1)]) {
        expect(contrastRatio(ensureContrast(color, surface), surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(AA_TEXT)
      }
    }
  })
  it('changes no more than is needed', () => {
    const shade = ensureContrast('#F2A900', '#ffffff')
    expect(contrastRatio(shade, '#ffffff')).toBeLessThan(4.8)
  })
})

describe('the shades of a brand', () => {
  for (const [name, surfaces] of Object.entries(SURFACES)) {
    it(`stand on ground of the ${name} theme that its own texts and borders are readable on`, () => {
      for (const text of [surfaces.text, surfaces.textSecondary])
        expect(lowestContrast(text, surfaces.all), text).toBeGreaterThanOrEqual(surfaces.textRatio)
      expect(lowestContrast(surfaces.controlBorder, surfaces.all)).toBeGreaterThanOrEqual(AA_GRAPHIC)
    })
    it(`are readable on the surfaces of the ${name} theme, whatever the customer entered`, () => {
      for (const color of colors) {
        const shades = brandShades(color, surfaces)
        const everywhere = [...surfaces.all, shades.soft]
        expect(contrastRatio(shades.onFill, shades.fill), `text on ${color}`).toBeGreaterThanOrEqual(AA_TEXT)
        expect(contrastRatio(shades.onFill, shades.fillHover), `text on hovered ${color}`).toBeGreaterThanOrEqual(AA_TEXT)
        expect(lowestContrast(shades.text, everywhere), `link in ${color}`).toBeGreaterThanOrEqual(surfaces.textRatio)
        expect(lowestContrast(shades.edge, surfaces.all), `edge of ${color}`).toBeGreaterThanOrEqual(AA_GRAPHIC)
        expect(contrastRatio(shades.edge, surfaces.track), `progress in ${color}`).toBeGreaterThanOrEqual(AA_GRAPHIC)
        expect(contrastRatio(surfaces.text, shades.soft), `plain text on soft ${color}`).toBeGreaterThanOrEqual(AA_TEXT)
      }
    })
  }
})
