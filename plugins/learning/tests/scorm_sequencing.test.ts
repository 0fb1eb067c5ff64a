import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../server/media/video_facts.js'
import { readPackage } from '../server/scorm/read_package.js'
import { type ItemResult, NO_RESULT } from '../server/scorm/results.js'
import { type StoredItems, barOf, isDone, itemsOf } from '../server/scorm/sequencing.js'
import { zipOf } from './packages.js'

// The rules of a manifest for the order of its parts and for what counts. The notation is from SCORM's own documents.

const resources = (count: number, type: string) =>
  Array.from({ length: count }, (_, n) => `<resource identifier="r${n + 1}" ${type} href="p${n + 1}.html"/>`).join('')
const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n + 1}.html`, '<p>x</p>']))

const read12 = async (items: string, count = 4) => {
  const manifest = `<manifest xmlns:adlcp="x"><metadata><schemaversion>1.2</schemaversion></metadata><organizations default="o">
    <organization identifier="o"><title>P</title>${items}</organization></organizations><resources>${resources(count, 'adlcp:scormtype="sco"')}</resources></manifest>`
  const { read, notes } = await readPackage(sourceOf(await zipOf({ 'imsmanifest.xml': manifest, ...files(count) })))
  return { pack: read, notes }
}
const read2004 = async (items: string, { whole = '', shared = '', count = 4 } = {}) => {
  const manifest = `<manifest xmlns:adlcp="x" xmlns:imsss="y"><metadata><schemaversion>2004 3rd Edition</schemaversion></metadata>
    <organizations default="o"><organization identifier="o"><title>P</title>${items}${whole && `<imsss:sequencing>${whole}</imsss:sequencing>`}</organization></organizations>
    <resources>${resources(count, 'adlcp:scormType="sco"')}</resources>${shared && `<imsss:sequencingCollection>${shared}</imsss:sequencingCollection>`}</manifest>`
  const { read, notes } = await readPackage(sourceOf(await zipOf({ 'imsmanifest.xml': manifest, ...files(count) })))
  return { pack: read, notes }
}
const item12 = (n: number, needs = '') =>
  `<item identifier="${'abcd'[n - 1]}" identifierref="r${n}"><title>${'ABCD'[n - 1]}</title>${needs && `<adlcp:prerequisites type="aicc_script">${needs.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</adlcp:prerequisites>`}</item>`
const item = (n: number, sequencing = '') =>
  `<item identifier="${'abcd'[n - 1]}" identifierref="r${n}"><title>${'ABCD'[n - 1]}</title>${sequencing && `<imsss:sequencing>${sequencing}</imsss:sequencing>`}</item>`
const bar = (conditions: string, combination = 'all', action = 'disabled') =>
  `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="${combination}">${conditions}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:preConditionRule></imsss:sequencingRules>`

const passed: ItemResult = { ...NO_RESULT, completed: true, success: 'passed' }
const failed: ItemResult = { ...NO_RESULT, completed: true, success: 'failed' }
const begun: ItemResult = { ...NO_RESULT, elements: { 'cmi.location': '2' } }
const kept = (results: Record<string, ItemResult>): StoredItems =>
  Object.fromEntries(Object.entries(results).map(([id, result]) => [id, { result }]))

type Pack = Awaited<ReturnType<typeof read12>>['pack']
/** The items that can be opened. */
const open = (pack: Pack, results: Record<string, ItemResult> = {}) =>
  pack.items
    .filter((one) => barOf(pack, kept(results), one) === null)
    .map(({ title }) => title)
    .join('')

describe('prerequisites of SCORM 1.2', () => {
  it('open an item once the items it names are passed, and not after a failure', async () => {
    const { pack, notes } = await read12(item12(1) + item12(2, 'a') + item12(3, 'a & b') + item12(4, 'b | c'))
    expect(notes).toEqual([])
    expect(open(pack)).toBe('A')
    expect(open(pack, { a: failed })).toBe('A')
    expect(open(pack, { a: passed })).toBe('AB')
    expect(open(pack, { a: passed, b: passed })).toBe('ABCD')
  })

  it('support negation, brackets, status words and parts that contain other items', async () => {
    const part = `<item identifier="deel"><title>Deel</title>${item12(1)}${item12(2)}</item>`
    const { pack } = await read12(part + item12(3, 'deel') + item12(4, '~(a="failed") & (b<>"not attempted")'))
    expect(open(pack)).toBe('AB')
    expect(open(pack, { a: passed, b: begun })).toBe('ABD')
    expect(open(pack, { a: failed, b: passed })).toBe('AB')
    expect(open(pack, { a: passed, b: passed })).toBe('ABCD')
    expect(itemsOf(pack, { items: kept({ a: passed }) })[2]).toMatchObject({ under: null, bar: 'locked', waits_for: ['B'] })
    expect(itemsOf(pack, null)[0]!.under).toBe('Deel')
  })

  it('report a rule that cannot be read, and do not lock the item', async () => {
    for (const rule of ['2*{a,b}', 'a &', '(a', 'nobody', 'a="sleeping"', 'a'.repeat(3000), '('.repeat(500)]) {
      const { pack, notes } = await read12(item12(1) + item12(2, rule))
      expect([rule.slice(0, 20), notes]).toEqual([rule.slice(0, 20), [{ item: 'B', code: 'sequencing_left_out' }]])
      expect(open(pack)).toBe('AB')
    }
  })
})

describe('sequencing of SCORM 2004', () => {
  const writes =
    '<imsss:objectives><imsss:primaryObjective objectiveID="p"><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/></imsss:primaryObjective></imsss:objectives>'
  const reads = (rule: string) =>
    `${rule}<imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="o"><imsss:mapInfo targetObjectiveID="g" readSatisfiedStatus="true"/></imsss:objective></imsss:objectives>`
  const unlessSatisfied = '<imsss:ruleCondition referencedObjective="o" operator="not" condition="satisfied"/>'

  it('locks an item until another one satisfied a global objective', async () => {
    const { pack, notes } = await read2004(item(1, writes) + item(2, reads(bar(unlessSatisfied))))
    expect(notes).toEqual([])
    expect(open(pack)).toBe('A')
    expect(open(pack, { a: failed })).toBe('A')
    expect(open(pack, { a: passed })).toBe('AB')
  })

  it('supports shared rules, treats hiding and skipping as locked, and lets a passed item be opened again', async () => {
    const shared = `<imsss:sequencing ID="s">${reads(bar(unlessSatisfied, 'any', 'hiddenFromChoice'))}</imsss:sequencing>`
    const { pack } = await read2004(item(1, writes) + item(2).replace('</title>', '</title><imsss:sequencing IDRef="s"/>'), { shared })
    expect(open(pack)).toBe('A')
    const once = await read2004(item(1, bar('<imsss:ruleCondition condition="attempted"/>', 'all', 'skip')))
    expect(open(once.pack)).toBe('A')
    expect(open(once.pack, { a: begun })).toBe('')
    expect(open(once.pack, { a: passed })).toBe('A')
  })

  it('opens items in order when there is no choice', async () => {
    const { pack } = await read2004(item(1) + item(2) + item(3), { whole: '<imsss:controlMode choice="false" flow="true"/>' })
    expect(open(pack)).toBe('A')
    expect(open(pack, { a: begun })).toBe('A')
    expect(open(pack, { a: failed })).toBe('AB')
    expect(open(pack, { a: passed, b: passed })).toBe('ABC')
  })

  it('enforces the attempt limit', async () => {
    const { pack } = await read2004(item(1, '<imsss:limitConditions attemptLimit="2"/>'))
    const at = (attempts: number, result: ItemResult) => barOf(pack, { a: { result, attempts } }, pack.items[0]!)
    expect([at(1, failed), at(2, begun), at(2, failed), at(2, passed)]).toEqual([null, null, 'attempts_used', null])
  })

  it('rolls up: optional items are not required, and some of the items may be enough', async () => {
    const off = '<imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false"/>'
    const optional = (await read2004(item(1) + item(2, off) + item(3, '<imsss:deliveryControls tracked="false"/>'))).pack
    expect(isDone(optional, kept({}))).toBe(false)
    expect(isDone(optional, kept({ b: passed, c: passed }))).toBe(false)
    expect(isDone(optional, kept({ a: failed }))).toBe(false)
    expect(isDone(optional, kept({ a: passed }))).toBe(true)
    const rule = (set: string) =>
      `<imsss:rollupRules><imsss:rollupRule ${set}><imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions><imsss:rollupAction action="satisfied"/></imsss:rollupRule></imsss:rollupRules>`
    const enough = async (set: string, results: Record<string, ItemResult>) =>
      isDone((await read2004(item(1) + item(2) + item(3), { whole: rule(set) })).pack, kept(results))
    expect(await enough('childActivitySet="any"', { b: passed })).toBe(true)
    expect(await enough('childActivitySet="any"', { b: failed })).toBe(false)
    expect(await enough('childActivitySet="atLeastCount" minimumCount="2"', { a: passed })).toBe(false)
    expect(await enough('childActivitySet="atLeastCount" minimumCount="2"', { a: passed, c: passed })).toBe(true)
    expect(await enough('childActivitySet="atLeastPercent" minimumPercent="0.5"', { a: passed })).toBe(false)
    expect(await enough('childActivitySet="all"', { a: passed, b: passed })).toBe(false)
  })

  it('reports rules that are not supported', async () => {
    const post =
      '<imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="retry"/></imsss:postConditionRule></imsss:sequencingRules>'
    const left = async (sequencing: string, whole = '') => (await read2004(item(1, sequencing), { whole })).notes
    const ofA = [{ item: 'A', code: 'sequencing_left_out' }]
    expect(await left(post)).toEqual(ofA)
    expect(await left('<imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/>')).toEqual(ofA)
    expect(await left('<imsss:randomizationControls selectCount="1"/>')).toEqual(ofA)
    expect(await left(bar('<imsss:ruleCondition condition="timeLimitExceeded"/>'))).toEqual(ofA)
    expect(await left('', '<imsss:controlMode forwardOnly="true"/>')).toEqual([{ item: null, code: 'sequencing_left_out' }])
    expect(await left('', '<imsss:controlMode choice="true" flow="true"/>')).toEqual([])
  })
})

describe('the demo packages', () => {
  const demo = async (name: string) => {
    const file = await readFile(new URL(`../courses_of_companies/veilig-starten/packages/${name}.zip`, import.meta.url))
    return readPackage(sourceOf(file))
  }
  it('are complete, and all their rules are supported', async () => {
    const lmra = await demo('lmra')
    expect(lmra.notes).toEqual([])
    expect(open(lmra.read)).toBe('Waarom een LMRA')
    expect(open(lmra.read, { lezen: passed })).toBe('Waarom een LMRADrie vragen')
    const worn = await demo('bescherming')
    expect(worn.notes).toEqual([])
    expect(itemsOf(worn.read, null)).toMatchObject([
      { title: 'Wat draag je waartegen', under: 'Leren', bar: null },
      { title: 'Meer weten', under: 'Leren', optional: true, bar: null },
      { title: 'De proef', under: null, bar: 'locked', waits_for: ['Wat draag je waartegen'] },
    ])
    expect(isDone(worn.read, kept({ kies: passed, proef: { ...passed, score: 75 } }))).toBe(true)
  })
})
