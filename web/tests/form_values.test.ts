import { describe, expect, it } from 'vitest'
import type { Setting } from '#core/contract/settings'
import { askedOf } from '../ui/settings/setting_values.js'
import { changesOf, isSame, mergeTheirs, pathsOf, placedAt, valueAt, withValueAt } from '../ui/form/values.js'

const base = { core: { city: 'Utrecht', name: 'A' }, marks: ['x'], open: false, from: null as string | null }

describe('the values of a form', () => {
  it('are read and changed by path, and leave the others as they are', () => {
    expect([valueAt(base, 'core.city'), valueAt(base, 'marks.0'), valueAt(base, 'core.none.deeper')]).toEqual(['Utrecht', 'x', undefined])
    const next = withValueAt(base, 'core.city', 'Ede')
    expect(next).toEqual({ ...base, core: { city: 'Ede', name: 'A' } })
    expect(base.core.city).toBe('Utrecht')
    expect(withValueAt({ list: [{ a: 1 }, { a: 2 }] }, 'list.1.a', 3)).toEqual({ list: [{ a: 1 }, { a: 3 }] })
  })

  it('have what is wrong with an item of a list shown at the list, where its items are no fields', () => {
    const wrong = (field: string, rule = 'regex') => ({ field, rule })
    const fields = new Set(['name', 'origins', 'rows.0.name'])
    expect(placedAt([wrong('origins.0'), wrong('origins.2'), wrong('origins.2', 'maxLength')], fields)).toEqual([
      wrong('origins'),
      wrong('origins', 'maxLength'),
    ])
    expect(placedAt([wrong('rows.0.name'), wrong('name'), wrong('gone.1')], fields).map(({ field }) => field)).toEqual([
      'rows.0.name',
      'name',
      'gone.1',
    ])
  })

  it('are the same whatever the order of their keys', () => {
    expect(isSame({ a: 1, b: { c: [1, { d: 2 }] } }, { b: { c: [1, { d: 2 }] }, a: 1 })).toBe(true)
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect(isSame('', null)).toBe(false)
  })

  it('have a path each, a list being one value', () => {
    expect(pathsOf(base)).toEqual(['core.city', 'core.name', 'marks', 'open', 'from'])
  })

  it('are sent as far as they were changed', () => {
    expect(changesOf(base, base)).toEqual({})
    expect(changesOf({ ...base, core: { city: 'Ede', name: 'A' }, marks: [] }, base)).toEqual({ core: { city: 'Ede' }, marks: [] })
  })
})

describe('somebody else’s save', () => {
  const merge = (mine: object, theirs: object) => mergeTheirs({ ...base, ...mine }, base, { ...base, ...theirs })

  it('comes in where the person changed nothing', () => {
    const { values, differences } = merge({ open: true }, { core: { city: 'Ede', name: 'A' }, from: '2026-01-31' })
    expect([values, differences]).toEqual([{ ...base, open: true, core: { city: 'Ede', name: 'A' }, from: '2026-01-31' }, []])
  })

  it('is a difference where both changed something, and one’s own stays', () => {
    const { values, differences } = merge({ core: { city: 'Gouda', name: 'A' } }, { core: { city: 'Ede', name: 'B' } })
    expect(values.core).toEqual({ city: 'Gouda', name: 'B' })
    expect(differences).toEqual([{ path: 'core.city', mine: 'Gouda', theirs: 'Ede' }])
  })

  it('is none where both made the same of it', () => {
    expect(merge({ open: true, marks: ['y'] }, { open: true, marks: ['y'] }).differences).toEqual([])
  })
})

describe('the settings that are asked', () => {
  const field = (key: string, when?: string): Setting => ({ key, group: 'exams', kind: 'flag', ...(when && { when }) }) as Setting
  const description = [
    { plugin: 'core', fields: [field('open')] },
    { plugin: 'companies', fields: [field('exam_mail', 'provider')] },
  ]

  it('are those without a flag, and with it when it is on: a group of which none is left has no link', () => {
    expect(askedOf(description, () => false)).toEqual([description[0]])
    expect(askedOf(description, (plugin, flag) => plugin === 'companies' && flag === 'provider')).toEqual(description)
  })
})
