import { describe, expect, it } from 'vitest'
import type { Setting } from '#core/contract/settings'
import { visibleSettings } from '../ui/settings/setting_values.js'
import { changesOf, isSame, mergeTheirs, pathsOf, placedAt, valueAt, withValueAt } from '../ui/form/values.js'

const base = { core: { city: 'Utrecht', name: 'A' }, marks: ['x'], open: false, from: null as string | null }

describe('the values of a form', () => {
  it('are read and changed by path, without changing the others', () => {
    expect([valueAt(base, 'core.city'), valueAt(base, 'marks.0'), valueAt(base, 'core.none.deeper')]).toEqual(['Utrecht', 'x', undefined])
    const next = withValueAt(base, 'core.city', 'Ede')
    expect(next).toEqual({ ...base, core: { city: 'Ede', name: 'A' } })
    expect(base.core.city).toBe('Utrecht')
    expect(withValueAt({ list: [{ a: 1 }, { a: 2 }] }, 'list.1.a', 3)).toEqual({ list: [{ a: 1 }, { a: 3 }] })
  })

  it('show the error of a list item at the list, when its items are not fields', () => {
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

  it('are equal whatever the order of their keys', () => {
    expect(isSame({ a: 1, b: { c: [1, { d: 2 }] } }, { b: { c: [1, { d: 2 }] }, a: 1 })).toBe(true)
    expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect(isSame('', null)).toBe(false)
  })

  it('have one path each, and a list is one value', () => {
    expect(pathsOf(base)).toEqual(['core.city', 'core.name', 'marks', 'open', 'from'])
  })

  it('are sent only when changed', () => {
    expect(changesOf(base, base)).toEqual({})
    expect(changesOf({ ...base, core: { city: 'Ede', name: 'A' }, marks: [] }, base)).toEqual({ core: { city: 'Ede' }, marks: [] })
  })
})

describe('another person’s save', () => {
  const merge = (mine: object, theirs: object) => mergeTheirs({ ...base, ...mine }, base, { ...base, ...theirs })

  it('updates the fields that the person did not change', () => {
    const { values, differences } = merge({ open: true }, { core: { city: 'Ede', name: 'A' }, from: '2026-01-31' })
    expect([values, differences]).toEqual([{ ...base, open: true, core: { city: 'Ede', name: 'A' }, from: '2026-01-31' }, []])
  })

  it('is a conflict where both changed a field, and the own value stays', () => {
    const { values, differences } = merge({ core: { city: 'Gouda', name: 'A' } }, { core: { city: 'Ede', name: 'B' } })
    expect(values.core).toEqual({ city: 'Gouda', name: 'B' })
    expect(differences).toEqual([{ path: 'core.city', mine: 'Gouda', theirs: 'Ede' }])
  })

  it('is no conflict where both entered the same value', () => {
    expect(merge({ open: true, marks: ['y'] }, { open: true, marks: ['y'] }).differences).toEqual([])
  })
})

describe('the settings that are asked for', () => {
  const field = (key: string, when?: string): Setting => ({ key, group: 'exams', kind: 'flag', ...(when && { when }) }) as Setting
  const description = [
    { plugin: 'core', fields: [field('open')] },
    { plugin: 'companies', fields: [field('exam_mail', 'provider')] },
  ]

  it('are those without a flag, and those whose flag is on: an empty group has no link', () => {
    expect(visibleSettings(description, () => false)).toEqual([description[0]])
    expect(visibleSettings(description, (plugin, flag) => plugin === 'companies' && flag === 'provider')).toEqual(description)
  })
})
