import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it.each([
  ['nl', /dieet|extra tijd|allergie|medisch/i, 'Vermeld hier niets over iemands gezondheid.'],
  ['en', /diet|extra time|allerg|medical/i, "Do not write about anyone's health here."],
])('asks for no health data in free text (%s)', async (language, health, warning) => {
  const words: Record<string, string> = JSON.parse(
    await readFile(fileURLToPath(new URL(`../locales/${language}.json`, import.meta.url)), 'utf8'),
  )
  const asked = [words['booking.wishes.label'], words['booking.wishes.help']].join(' ')
  expect(asked).not.toMatch(health)
  expect(asked).toContain(warning)
})
