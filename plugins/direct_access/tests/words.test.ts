import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// The exact texts at the gate: a wrong word here refuses people or asks about their health.

const file = (path: string) => readFile(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

it.each([
  ['nl', '- Onder invloed werk je hier niet. Twijfel je over je medicijnen? Vraag het de bedrijfsarts.'],
  ['en', '- Do not work here under the influence of alcohol or drugs. Unsure about medicines? Ask the company doctor.'],
])('refuses nobody for medicines (%s)', async (language, line) => {
  const text = await file(`courses/aan-de-poort/${language}/voor-de-poort.md`)
  expect(text.split('\n').filter((one) => /medic/i.test(one))).toEqual([line])
})

it.each([
  ['nl', 'Instructie gedaan'],
  ['en', 'Instruction done'],
])('says on the proof only that the instruction was done (%s)', async (language, words) => {
  expect(JSON.parse(await file(`locales/${language}.json`))['direct_access.proof.done']).toBe(words)
})
